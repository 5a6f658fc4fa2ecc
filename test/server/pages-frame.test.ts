// A3: the frame of every page: its menu, the figures beside places, its breadcrumb, its footer and the width it takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/repository.ts';

const css = readFileSync(join(root, 'assets/docent.css'), 'utf8');

describe('A3: the menu', () => {
  it('shows sign in and sign out on narrow screens too', () => {
    expect(css).not.toMatch(/\.side footer \{[^}]*display: none/);
  });
});
