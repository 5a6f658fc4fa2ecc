// The words that tell an e-mail address from code that looks like one (E5).

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Domains that belong to nobody (RFC 2606, RFC 6761), themselves and everything below them. */
export const exampleDomains = words('example.com example.net example.org example.edu example test invalid localhost');

/** Accounts of machines: what they stand before is a place to connect to. */
export const machineAccounts = words('git hg svn bzr root ubuntu ec2-user centos debian fedora');

/** Accounts that only version control uses, so that they are no person's in prose either. */
export const repositoryAccounts = words('git hg svn bzr');

/** Ends of file names and of systemd's units: `icon@2x.png`, `getty@tty1.service`. */
export const fileEndings = words(
  'png jpg jpeg gif svg webp avif ico bmp css scss sass less js mjs cjs jsx ts mts cts tsx vue json yaml yml toml xml html ' +
    'htm txt csv pdf zip gz tgz tar whl jar exe dll rb php java class cpp hpp rst map lock log conf cfg ini bin ' +
    'service socket timer target mount automount slice scope swap device',
);

/** What stands before an `@` in a language: `this@Outer.field`. */
export const codeKeywords = words('this super return break continue self');

/** What stands behind the dot in a product of matrices: `w@x.shape`. */
export const codeAttributes = words(
  'shape data mean sum dot conj transpose weight weights bias grad copy astype values value inv real imag size dtype length ' +
    'array matrix numpy tensor detach reshape flatten item items self',
);
