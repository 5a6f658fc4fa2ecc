// Proves that no e-mail address is stored (E5), and that code which looks like one is left alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { more, runs, scaled } from '../../test/support/how-long.ts';
import { redactBesideSpans, redactEmails } from './emails.ts';

describe('E5: e-mail addresses', () => {
  it.each([
    ['write to jane@corp.io now', 'write to [email] now'],
    ['jane.doe+docs@mail.corp.co.kr', '[email]'],
    ['<jane@corp.org>, (joe@corp.org); "ann@corp.org".', '<[email]>, ([email]); "[email]".'],
    ['jane@corp.org.', '[email].'],
    ['...jane@corp.org...', '...[email]...'],
    ['jane@example.com', '[email]'],
    ['foo\\_bar@x.org', '[email]'],
    ['foo\\_b\\-a\\.r@my\\-host.org', '[email]'],
    ['\\*jane@corp.org\\*', '\\*[email]\\*'],
    ['**jane@corp.org**', '**[email]**'],
    ['_jane@corp.org_', '[email]_'],
    ['`jane@corp.org`', '`[email]`'],
    ['[mail](mailto:jane@corp.org)', '[mail]([email])'],
    ['MAILTO:jane@corp.org?subject=x', '[email]?subject=x'],
    ['mailto:a@corp.org,b@corp.org', '[email],[email]'],
    ['a@corp.org/b@corp.org', '[email]/[email]'],
    ['"jane doe"@corp.org', '[email]'],
    ['jane@[192.0.2.1]', '[email]'],
    ['@jane@corp.social', '@[email]'],
    ['josé@españa.es', '[email]'],
    ['用户@例子.广告', '[email]'],
    ['почта@пример.рф', '[email]'],
    ['jane@xn--3e0b707e.xn--3e0b707e', '[email]'],
    ['연락처는 jane@corp.org입니다. 그리고', '연락처는 [email]입니다. 그리고'],
    ['문의:jane@corp.kr로 보내세요', '문의:[email]로 보내세요'],
    ['連絡先jane@corp.jpまで。', '連絡先[email]まで。'],
    ['jane@회사.한국', '[email]'],
    ['jane@corp.photography', '[email]'],
    ['JANE@CORP.ORG', '[email]'],
    ['jane@corp.org\nNext', '[email]\nNext'],
    [`${'x'.repeat(100)}@corp.org`, `${'x'.repeat(20)}[email]`],
  ])('E5: in prose %j becomes %j', (text, expected) => {
    expect(redactEmails(text, 'prose')).toBe(expected);
  });

  it.each([
    ['jane%40corp.io', '[email]'],
    ['https://x.org/?to=jane%40corp%2Eio&x=1', 'https://x.org/?to=[email]&x=1'],
    ['twice jane%2540corp.io', 'twice [email]'],
    ['db://jane%40corp.io:word@host.org/x', 'db://[email]:word@host.org/x'],
    ['jane＠corp.io', '[email]'],
    ['ｊａｎｅ＠ｃｏｒｐ．ｉｏ です', '[email] です'],
    ['jane﹫corp.io', '[email]'],
    ['jane&#64;corp.io or jane&#x40;corp&#46;io or jane&commat;corp&period;io', '[email] or [email] or [email]'],
    ['jane(at)corp(dot)io', '[email]'],
    ['jane (at) corp (dot) io.', '[email].'],
    ['jane [at] corp [dot] co [dot] kr', '[email]'],
    ['jane\\[at\\]corp\\[dot\\]io', '[email]'],
    ['jane {AT} corp {DOT} io', '[email]'],
    ['jane &lt;at&gt; corp.io', '[email]'],
    ['jane\\<at>corp.io', '[email]'],
    ['jane.doe(@)corp.io', '[email]'],
    ['jane [ät] corp [punkt] de', '[email]'],
    ['jane@corp(dot)io', '[email]'],
    ['write to jane at corp dot io today', 'write to [email] today'],
    ['jane AT mail DOT corp DOT co DOT uk', '[email]'],
    ['jane（at）corp（dot）jp', '[email]'],
    ['jane(골뱅이)corp(점)kr', '[email]'],
    ['연락은 jane [골뱅이] corp.kr로', '연락은 [email]로'],
    ['jane[アットマーク]corp.jpまで', '[email]まで'],
    ['jane【アット】corp【ドット】jp', '[email]'],
    ['jane@**corp.io**', '[email]'],
    ['**jane**@corp.io', '[email]'],
    ['ja**ne@co**rp.io', '[email]'],
    ['j**a**ne@corp.io', '[email]'],
    ['**jane@**corp.io', '[email]'],
    ['jane@corp.*io* and', '[email] and'],
    ['jane@<strong>corp</strong>.io', '[email]'],
    ['jane<sub>@</sub>corp.io', '[email]'],
    ['**write jane**@corp.io', '**write [email]**'],
    ['*now* jane@corp.io **and** more', '*now* [email] **and** more'],
    ['~~jane~~@corp.io', '[email]'],
  ])('E5: in prose %j, spelled out or split, becomes %j', (text, expected) => {
    expect(redactEmails(text, 'prose')).toBe(expected);
    expect(redactEmails(expected, 'prose')).toBe(expected);
  });

  it.each([
    ['// jane(at)corp(dot)io', '// [email]'],
    ['fetch("/u?m=jane%40corp.io")', 'fetch("/u?m=[email]")'],
    ['"jane\\u0040corp.io"', '"[email]"'],
    ["'jane\\x40corp.io'", "'[email]'"],
    ['to: jane＠corp.io', 'to: [email]'],
    ['# jane [at] corp.io', '# [email]'],
  ])('E5: in code %j, spelled out, becomes %j', (text, expected) => {
    expect(redactEmails(text, 'code')).toBe(expected);
  });

  it.each([
    ['prose', 'call get(at) io.Reader then'],
    ['prose', 'insert(at) puts it at the end dot'],
    ['prose', 'look at the dot on the map'],
    ['prose', 'meet at node dot js'],
    ['prose', 'the array [at] position'],
    ['prose', '100%40 and 5 * 3@2x * 4'],
    ['prose', '**bold** and *more* and @media'],
    ['prose', 'write **@scope/pkg** or *@decorator*'],
    ['prose', 'ＡＢＣ（全角）です'],
    ['code', 'registry/%40babel%2Fcore'],
    ['code', 'list[at].name = row(at).value'],
    ['code', 'printf("%s%40d.txt")'],
    ['code', 'x = a**b; y = "@" * 3'],
    ['code', 'me%40example.com'],
    ['code', 'items.get(at).io'],
  ] as const)('E5: in %s %j stays', (where, text) => {
    expect(redactEmails(text, where)).toBe(text);
  });

  it('E5: an address of which a code span has a part', () => {
    for (const text of ['jane@`corp.io`', '`jane`@corp.io', '`jane@`corp.io', 'jane`@`corp.io', 'jane@corp.`io`'])
      expect(redactBesideSpans(`to ${text} now`)).toBe('to [email] now');
    for (const text of ['`git@host.org:x` and `@a`', '`a`. `b@c`', 'no address'])
      expect(redactBesideSpans(text)).toBe(text);
    expect(redactBesideSpans('`me@example.com`, of jane@`corp.io`')).toBe('`me@example.com`, of [email]');
  });

  it.each([
    'no address',
    '@decorator and @media',
    'a @ b.org',
    'meet @jane',
    'jane@',
    '@corp.org',
    'jane@corp',
    'root@localhost',
    'jane@.org',
    'jane@corp..org',
    'lodash@4.17.21',
    'icon@2x.png',
    'git@host.org:team/repo.git',
    'ssh://git@host.org/team/repo',
    'https://me:word@host.org/x',
    'https://host.org/@jane/x',
    'https://unpkg.com/vue@3.4.1/dist/vue.js',
    'user@192.168.0.1',
    '😀@corp.org',
  ])('E5: in prose %j stays', (text) => {
    expect(redactEmails(text, 'prose')).toBe(text);
  });

  it.each([
    ['to: jane@corp.org', 'to: [email]'],
    ['"jane@corp.org"', '"[email]"'],
    ["mail('jane@corp.org')", "mail('[email]')"],
    ['git config user.email jane@corp.org', 'git config user.email [email]'],
    ['# jane@corp.org: wrote this', '# [email]: wrote this'],
    ['Author: Jane <jane@corp.co.uk>', 'Author: Jane <[email]>'],
    ['mailto:jane@corp.org', '[email]'],
    ['jane@notexample.com', '[email]'],
    ['jane@corp.photography', '[email]'],
    ['jane@corp.internal', '[email]'],
    ['\\njane@corp.org', '\\[email]'],
  ])('E5: in code %j becomes %j', (text, expected) => {
    expect(redactEmails(text, 'code')).toBe(expected);
  });

  it.each([
    'git clone git@github.com:me/x.git',
    'git@host.org',
    'scp a.txt jane@host.org:/tmp',
    'ssh root@host.org',
    '@decorator\n@app.route("/x")',
    '@Override class A {}',
    'me@example.com you@mail.example.org a@b.example x@y.test z@q.invalid',
    'npm i react@18.2.0 @types/node@20.1.0 vue@next',
    'W@x.shape + a@b.T',
    'this@Outer.field',
    'systemctl start getty@tty1.service',
    'a@b.co(1)',
    'postgres://jane:word@db.corp.org:5432/x',
    'redis://:word@cache.corp.org',
    'image@sha256:abc',
    'return@forEach',
    '%s@%s.com',
    'mail@{domain}.com',
    '\\w+@\\w+\\.com',
    'user@host',
    '@media (min-width: 1px)',
  ])('E5: in code %j stays', (text) => {
    expect(redactEmails(text, 'code')).toBe(text);
  });

  it('E5: a text once redacted stays as it is, and none loses anything else', scaled, () => {
    const piece = fc.constantFrom(
      'jane@corp.org',
      ' ',
      '@',
      '.',
      'org',
      ':',
      '\\',
      '"',
      '한국',
      'x',
      '/',
      'mailto:',
      '-',
      '[',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('prose', 'code'), (pieces, where) => {
        const once = redactEmails(pieces.join(''), 'prose');
        expect(redactEmails(once, 'prose')).toBe(once);
        expect(redactEmails(`${pieces.join('')} jane@corp.org `, where)).toMatch(/\[email\] $/);
      }),
      { numRuns: runs(2_000) },
    );
  });

  const hostile = [
    '@',
    'a',
    'a@',
    'a@b.',
    '"@',
    '\\_',
    '-@',
    'a@b-',
    '한@',
    '.a@a.',
    '://a:b@c.d',
    'mailto:',
    'a@[',
  ].concat([
    'a%40',
    '(at)',
    'a (dot) ',
    '(',
    ' at a',
    ' at a dot ',
    '＠',
    '*a',
    'a@*',
    '**',
    '<b>',
    '&#64;',
    '%25',
    '\\[',
    '~~@',
    'a@b`',
  ]);
  const endsIn = (where: 'prose' | 'code'): void => {
    for (const unit of hostile)
      expect(redactEmails(`${endless(unit)} jane@corp.org `, where).endsWith(' [email] ')).toBe(true);
  };

  it('E5: no text takes longer than its length', () => endsIn('prose'));
  it('E5: no text takes longer than its length, in code', more, () => endsIn('code'));
});
