// The words that distinguish an e-mail address from code that looks like one (E5).

export { fileEndings } from '../core/file-endings.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Reserved domains (RFC 2606, RFC 6761), themselves and everything below them. */
export const exampleDomains = words('example.com example.net example.org example.edu example test invalid localhost');

/** Accounts of machines: what follows them is a host to connect to. */
export const machineAccounts = words('git hg svn bzr root ubuntu ec2-user centos debian fedora');

/** Accounts that only version control uses, so that they are no person's in prose either. */
export const repositoryAccounts = words('git hg svn bzr');

/** What precedes an `@` in a programming language: `this@Outer.field`. */
export const codeKeywords = words('this super return break continue self');

/** What follows the dot in a product of matrices: `w@x.shape`. */
export const codeAttributes = words(
  'shape data mean sum dot conj transpose weight weights bias grad copy astype values value inv real imag size dtype length ' +
    'array matrix numpy tensor detach reshape flatten item items self',
);

/** How people write the sign of an address, in brackets. */
export const spelledAt = ['at', 'ät', 'a t', 'arroba', '골뱅이', '앳', 'アットマーク', 'アット', 'あっと'] as const;

/** How they write its dots, in brackets. */
export const spelledDot = ['dot', 'd o t', 'punkt', 'point', 'punto', '점', '닷', 'ドット', 'どっと'] as const;

/** Where both are words of the sentence ("jane at corp dot io") it is an address before one of these alone. */
export const topDomains =
  'com org net io dev edu gov info biz me co app ai uk eu de fr es it nl kr jp cn us ca au ch at'.split(' ');
