// Ends of file names, which distinguish `icon@2x.png` from an e-mail address (E5).

/** Ends of file names and of systemd's units: `icon@2x.png`, `getty@tty1.service`. */
export const fileEndings: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif svg webp avif ico bmp css scss sass less js mjs cjs jsx ts mts cts tsx vue json yaml yml toml xml html ' +
    'htm txt csv pdf zip gz tgz tar whl jar exe dll rb php java class cpp hpp rst map lock log conf cfg ini bin ' +
    'service socket timer target mount automount slice scope swap device'
  ).split(' '),
);
