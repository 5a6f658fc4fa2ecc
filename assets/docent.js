// Makes pages live and quicker: everything they show is there without it. Each module finds its own parts of the page, and does
// nothing where there are none; a new one is a file beside this one, listed here and in src/doors/pages/assets.ts.
import './menu.js';
import './keys.js';
import './live.js';
import './chart.js';
import './search.js';
import './forms.js';
import './preview.js';
