// A4: the public page about the robot: who runs it, what it does, how to stop it, and forms for those who want something of its operator.
import type { Child, FC } from 'hono/jsx';
import type { Robot } from '../../app/bot/robots-in-use.ts';
import { MOST_TRIED, type RobotsTrial } from '../../app/bot/robots-trial.ts';
import { counted, grouped } from '../../core/counted.ts';
import { type RequestKind, requestBounds, requestKinds } from '../../requests/kinds.ts';
import type { Settings } from '../../settings.ts';
import { BrandMark, plainPage } from './layout.tsx';
import type { PageDocument } from './page-route.ts';
import { Crawled, Outside, State } from './parts.tsx';

/** The field that people do not see: programs that fill in everything fill it in. */
export const TRAP_FIELD = 'website';

/** What the page shows beside the facts about the robot. */
export interface BotView {
  readonly base: string;
  readonly settings: Settings;
  /** At least one. */
  readonly robots: readonly Robot[];
  /** A form that was refused, with what was typed. */
  readonly refused?: RefusedForm | undefined;
  readonly trial?: Trial | undefined;
}

interface Trial {
  readonly text: string;
  readonly path: string;
  /** What the file means for each robot. */
  readonly result?: readonly RobotVerdict[];
}

interface RobotVerdict extends RobotsTrial {
  readonly robot: Robot;
}

export interface RefusedForm {
  readonly form: RequestKind | 'trial';
  readonly problem: string;
  readonly values: Readonly<Record<string, string>>;
}

interface FormText {
  readonly title: string;
  readonly about: string;
  readonly what: { readonly label: string; readonly hint: string; readonly isNeeded: boolean };
  readonly message: { readonly label: string; readonly isNeeded: boolean };
  readonly contactHint: string;
  readonly button: string;
}

const forms: Readonly<Record<RequestKind, FormText>> = Object.freeze({
  deletion: {
    title: 'Have something removed',
    about: 'What is stored of a page, or of everything below a path, is deleted.',
    what: { label: 'What', hint: 'A URL, or a host and a path: example.com/docs', isNeeded: true },
    message: { label: 'Why, if you want to say', isNeeded: false },
    contactHint: 'Optional: where to write that it is done',
    button: 'Request deletion',
  },
  inquiry: {
    title: 'Ask a question',
    about: 'About the robot or its visits to your site. To have it stay away without a robots.txt, ask here.',
    what: { label: 'Your site, if it is about one', hint: 'A URL or a host: example.com', isNeeded: false },
    message: { label: 'Your question', isNeeded: true },
    contactHint: 'Where to write the answer to',
    button: 'Send the question',
  },
  proposal: {
    title: 'Propose a site',
    about: 'Documentation that should be crawled. The operator looks at it and at its terms first.',
    what: { label: 'URL to begin at', hint: 'https://docs.example.com/', isNeeded: true },
    message: { label: 'Why it is useful', isNeeded: false },
    contactHint: 'Where to write what was decided',
    button: 'Propose it',
  },
});

/** F4: where nothing else is configured. */
const USUAL_DELAY_MS = 1_500;

const kinds = Object.keys(forms) as readonly RequestKind[];

/** The page. */
export function botPage(bot: BotView): PageDocument {
  const { base, settings, robots } = bot;
  return plainPage({
    view: { base, at: '/bot' },
    title: 'About this robot',
    children: (
      <>
        <header class="title">
          <span class="brand">
            <BrandMark /> docent
          </span>
          <h1>About this robot</h1>
        </header>
        <p>
          This is docent, a crawler for documentation. You have probably found{' '}
          <Codes words={agentsOf(robots)} last=" or " /> in the log of your site: it reads documentation, so that people
          and programs here can search it.
        </p>
        <Facts settings={settings} robots={robots} />
        <Behaviour settings={settings} robots={robots} />
        <Stopping bot={bot} />
        {kinds.map((kind) => (
          <RequestForm base={base} kind={kind} refused={bot.refused} />
        ))}
      </>
    ),
  });
}

/** Each of them once. */
function agentsOf(robots: readonly Robot[]): readonly string[] {
  return [...new Set(robots.map(({ agent }) => agent))];
}

const Codes: FC<{ words: readonly string[]; last?: string }> = ({ words, last = ', ' }) => (
  <>
    {words.map((word, nth) => (
      <>
        {nth === 0 ? '' : nth === words.length - 1 ? last : ', '}
        <code>{word}</code>
      </>
    ))}
  </>
);

const Facts: FC<{ settings: Settings; robots: readonly Robot[] }> = ({ settings: { options }, robots }) => (
  <section>
    <h2>Who runs it</h2>
    <dl class="facts">
      <dt>Contact</dt>
      <dd>
        {options.contact === undefined ? (
          <>not published; use the forms below</>
        ) : (
          <a href={`mailto:${encodeURI(options.contact)}`}>{options.contact}</a>
        )}
      </dd>
      {options.info_url === undefined ? null : (
        <>
          <dt>More about it</dt>
          <dd>
            <Outside url={options.info_url} />
          </dd>
        </>
      )}
      <dt>It comes from</dt>
      <dd>
        {options.bot_hosts.length === 0 ? <>addresses that are not published</> : <Codes words={options.bot_hosts} />}
      </dd>
      <dt>User-Agent</dt>
      <dd>
        <Codes words={agentsOf(robots)} />
      </dd>
    </dl>
  </section>
);

const Behaviour: FC<{ settings: Settings; robots: readonly Robot[] }> = ({ settings: { options }, robots }) => (
  <section>
    <h2>What it does</h2>
    <ul>
      <li>
        It fetches pages with GET, {options.per_host === 1 ? 'one at a time' : `at most ${options.per_host} at a time`}{' '}
        per host, with about {duration((options.request_delay_ms ?? USUAL_DELAY_MS) / 1_000)} between two requests to a
        site.
      </li>
      {options.respect_robots ? (
        <>
          <li>
            It obeys robots.txt (read as{' '}
            <Codes words={[...new Set(robots.map(({ dialect }) => dialect.name))]} last=" or " />
            ), which it requests again after {countsWithin(robots)}, and it obeys <code>noindex</code> and{' '}
            <code>nofollow</code> in pages and in the header <code>X-Robots-Tag</code>.
          </li>
          {slowed(robots).length > 0 ? (
            <li>
              It obeys <code>Crawl-delay</code>
              {slowed(robots).length === robots.length ? null : (
                <>
                  {' '}
                  as <Codes words={agentsOf(slowed(robots))} last=" and " />
                </>
              )}
              .
            </li>
          ) : null}
        </>
      ) : (
        <li>
          <strong>It does not look at robots.txt at present</strong>: its operator has switched that off. Ask below to
          have your site left alone.
        </li>
      )}
      <li>
        It waits when your site answers 429 or 503, as long as Retry-After says, and slows down when answers fail.
      </li>
      <li>It does not sign in, send forms or run the scripts of pages, and it keeps no e-mail addresses of pages.</li>
    </ul>
  </section>
);

/** Robots that read Crawl-delay. */
function slowed(robots: readonly Robot[]): readonly Robot[] {
  return robots.filter(({ dialect }) => dialect.crawlDelay);
}

/** After which time every one of them has looked at a robots.txt again. */
function countsWithin(robots: readonly Robot[]): string {
  return duration(Math.max(...robots.map(({ dialect }) => dialect.ttl.goodSec)));
}

/** A group of lines for each name, with these rules. */
function groupsFor(robots: readonly Robot[], rules: (robots: readonly Robot[]) => string): string {
  const names = new Set(robots.map(({ name }) => name));
  const groups = [...names].map(
    (name) => `User-agent: ${name}\n${rules(robots.filter((robot) => robot.name === name))}`,
  );
  return groups.join('\n\n');
}

const Stopping: FC<{ bot: BotView }> = ({ bot: { base, robots, trial, refused } }) => {
  const problem = refused?.form === 'trial' ? refused.problem : undefined;
  const isSlowed = slowed(robots).length > 0;
  const slower = (named: readonly Robot[]): string => (slowed(named).length > 0 ? '\nCrawl-delay: 10' : '');
  return (
    <section id="robots">
      <h2>How to stop it</h2>
      <p>
        Write this into <code>/robots.txt</code> of your site to keep it out altogether:
      </p>
      <pre>{groupsFor(robots, () => 'Disallow: /')}</pre>
      <p>Or out of a part of it{isSlowed ? ', and slower elsewhere' : ''}:</p>
      <pre>{groupsFor(robots, (named) => `Disallow: /private/${slower(named)}`)}</pre>
      <p>It counts within {countsWithin(robots)}. Try your file here first; nothing is fetched or kept.</p>
      <form method="post" action={`${base}/bot/robots#verdict`}>
        {problem === undefined ? null : <Problem id="trial-problem">{problem}</Problem>}
        <div class="field">
          <label for="trial-robots">
            Your robots.txt <small>At most {grouped(MOST_TRIED)} characters</small>
          </label>
          <textarea id="trial-robots" name="robots" required maxlength={MOST_TRIED} spellcheck={false}>
            {trial?.text ?? `${groupsFor(robots, () => 'Disallow: /private/')}\n`}
          </textarea>
        </div>
        <div class="field">
          <label for="trial-path">A path or a URL of your site</label>
          <input id="trial-path" name="path" required maxlength={2_000} value={trial?.path ?? '/private/page'} />
        </div>
        <button type="submit">Try it</button>
      </form>
      {trial?.result === undefined ? null : (
        <div id="verdict">
          {trial.result.map((one) => (
            <Verdict trial={one} isOnly={trial.result?.length === 1} />
          ))}
        </div>
      )}
    </section>
  );
};

const Verdict: FC<{ trial: RobotVerdict; isOnly: boolean }> = ({
  trial: { robot, allowed, reason, path, group, crawlDelay },
  isOnly,
}) => (
  <div class={allowed ? 'note warn' : 'note good'} role="status">
    <p>
      <State tone={allowed ? 'warn' : 'good'}>{allowed ? 'would be fetched' : 'would not be fetched'}</State>{' '}
      <code>
        <Crawled text={path} />
      </code>
      {isOnly ? null : (
        <>
          {' '}
          by <code>{robot.agent}</code>, which reads it as <code>{robot.dialect.name}</code>
        </>
      )}
    </p>
    <p>
      <Crawled text={reason} />
      {group === null ? '' : ', in the group '}
      {group === null ? null : (
        <code>
          <Crawled text={`User-agent: ${group}`} />
        </code>
      )}
      {crawlDelay === null ? '.' : `; ${counted(crawlDelay, 'second')} between two requests.`}
    </p>
  </div>
);

const RequestForm: FC<{ base: string; kind: RequestKind; refused: RefusedForm | undefined }> = ({
  base,
  kind,
  refused,
}) => {
  const { title, about, what, message, contactHint, button } = forms[kind];
  const own = refused?.form === kind ? refused : undefined;
  const typed = (name: string): string => own?.values[name] ?? '';
  const isContactNeeded = kind !== 'deletion';
  return (
    <section id={kind}>
      <h2>{title}</h2>
      <p>
        {about} Closed within {duration(requestKinds[kind].deadlineMs / 1_000)}.
      </p>
      <form method="post" action={`${base}/bot/requests#${kind}`}>
        {own === undefined ? null : <Problem id={`${kind}-problem`}>{own.problem}</Problem>}
        <input type="hidden" name="kind" value={kind} />
        <div class="field">
          <label for={`${kind}-what`}>
            {what.label} <small>{what.hint}</small>
          </label>
          <input
            id={`${kind}-what`}
            name="what"
            required={what.isNeeded}
            maxlength={requestBounds.what}
            value={typed('what')}
          />
        </div>
        <div class="field">
          <label for={`${kind}-message`}>{message.label}</label>
          <textarea id={`${kind}-message`} name="message" required={message.isNeeded} maxlength={requestBounds.message}>
            {typed('message')}
          </textarea>
        </div>
        <div class="field">
          <label for={`${kind}-contact`}>
            How to reach you <small>{contactHint}; deleted when the request is closed</small>
          </label>
          <input
            id={`${kind}-contact`}
            name="contact"
            required={isContactNeeded}
            maxlength={requestBounds.contact}
            autocomplete="email"
            value={typed('contact')}
          />
        </div>
        <div class="hidden">
          <label for={`${kind}-${TRAP_FIELD}`}>Leave this empty</label>
          <input id={`${kind}-${TRAP_FIELD}`} name={TRAP_FIELD} tabindex={-1} autocomplete="off" />
        </div>
        <button type="submit">{button}</button>
      </form>
    </section>
  );
};

const Problem: FC<{ id: string; children?: Child }> = ({ id, children }) => (
  <p id={id} class="note bad" role="alert">
    {children}
  </p>
);

/** What a stranger sees after a request was received. */
export interface Received {
  readonly base: string;
  readonly id: number;
  readonly kind: RequestKind;
  readonly deadline: number;
}

/** The receipt of a request. */
export function receivedPage({ base, id, kind, deadline }: Received): PageDocument {
  const until = new Date(deadline).toISOString();
  return plainPage({
    view: { base, at: '/bot/received' },
    title: 'Received',
    children: (
      <>
        <header class="title">
          <h1>Received</h1>
        </header>
        <div class="note good" role="status">
          <p>
            Your {names[kind]} has the number <strong>{id}</strong>. It is closed by{' '}
            <time datetime={until}>{`${until.slice(0, 16).replace('T', ' ')} UTC`}</time> at the latest.
          </p>
        </div>
        <p>Note the number: it is how to refer to it when you write to the operator.</p>
        <p>
          <a href={`${base}/bot`}>Back to the page about the robot</a>
        </p>
      </>
    ),
  });
}

const names: Readonly<Record<RequestKind, string>> = Object.freeze({
  deletion: 'deletion request',
  inquiry: 'question',
  proposal: 'proposal',
});

/** `2 seconds`, `48 hours`, `14 days`. */
function duration(seconds: number): string {
  if (seconds < 120) return counted(Math.round(seconds * 10) / 10, 'second');
  if (seconds < 7_200) return counted(Math.round(seconds / 60), 'minute');
  return seconds <= 172_800
    ? counted(Math.round(seconds / 3_600), 'hour')
    : counted(Math.round(seconds / 86_400), 'day');
}
