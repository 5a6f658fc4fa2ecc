// Charts: an element with `data-chart` has its numbers as JSON, and below it the same as a table. It is drawn with uPlot, which is
// loaded only where there is such an element, in colours of the page; the table is closed then.
const HEIGHT = 200;
const DASHES = [[], [2, 3], [8, 4], []];
const drawn = new WeakMap();
let library;

const load = (box) => {
  library ??= new Promise((resolve, reject) => {
    const style = document.createElement('link');
    Object.assign(style, { rel: 'stylesheet', href: box.dataset.style });
    const script = document.createElement('script');
    Object.assign(script, { src: box.dataset.script, onload: resolve, onerror: reject });
    document.head.append(style, script);
  });
  return library;
};

/** Tokens are resolved where they are used: a canvas does not know them. */
const colour = (box, token) => {
  const probe = document.createElement('i');
  probe.style.color = `var(--${token})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Numbers beside the names of the series: of the hour that is pointed at, else of all. */
const tell = (box, data, at) => {
  const legend = box.parentElement.querySelector('[data-legend]');
  // Each is a link to the requests that it counts.
  legend.querySelectorAll('b a').forEach((number, nth) => {
    number.dataset.all ??= number.textContent;
    number.textContent = at === null ? number.dataset.all : data[nth + 1][at].toLocaleString('en');
  });
};

const draw = (box) => {
  drawn.get(box)?.destroy();
  const { data, series, zone } = JSON.parse(box.dataset.chart);
  const axis = { stroke: colour(box, 'soft'), grid: { stroke: colour(box, 'line'), width: 1 }, ticks: { show: false } };
  const font = `12px ${getComputedStyle(box).fontFamily}`;
  const options = {
    width: box.clientWidth || 320,
    height: HEIGHT,
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, _least, most) => [0, Math.max(4, most * 1.1)] } },
    axes: [
      { ...axis, font, values: '{HH}:{mm}', space: 56, size: 32 },
      {
        ...axis,
        font,
        size: 56,
        values: (_, all) => all.map((n) => (Number.isInteger(n) ? n.toLocaleString('en') : '')),
      },
    ],
    series: [
      {},
      ...series.map((token, nth) => ({
        stroke: colour(box, token),
        width: 2,
        dash: DASHES[nth],
        points: { show: false },
        paths: uPlot.paths.stepped({ align: 1 }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => tell(box, data, cursor.idx ?? null)] },
  };
  drawn.set(box, new uPlot(options, data, box));
};

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) drawn.get(target)?.setSize({ width: target.clientWidth, height: HEIGHT });
});

const begin = async (box, isFirst) => {
  try {
    await load(box);
  } catch {
    return;
  }
  box.hidden = false;
  draw(box);
  resized.observe(box);
  const table = box.parentElement.querySelector('details');
  if (isFirst && table !== null) table.open = false;
};

const boxes = () => document.querySelectorAll('[data-chart]');
for (const box of boxes()) void begin(box, true);
document.addEventListener('docent:replaced', ({ target }) => {
  for (const box of target.querySelectorAll('[data-chart]')) void begin(box, false);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const box of boxes()) if (drawn.has(box)) draw(box);
});
