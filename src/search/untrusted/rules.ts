// Which words, near each other, are an instruction to an assistant: the rules of untrusted.ts, as data.
import type { WordClass } from './words.ts';

/** Steps are classes, several joined with `|`; each has to be found on a word of its own. */
export interface InstructionRule {
  readonly name: string;
  readonly steps: readonly (readonly WordClass[])[];
  /** In order: the most words from one step to the next. In any order: the most words from the first to the last. */
  readonly within: number;
  readonly inOrder: boolean;
  /** Only in text that was hidden or encoded, where less is accidental. */
  readonly hiddenOnly: boolean;
}

type Steps = readonly (WordClass | readonly WordClass[])[];

function rule(name: string, within: number, steps: Steps, kind: 'ordered' | 'any' = 'ordered', hiddenOnly = false) {
  return {
    ...{ name, within, hiddenOnly, inOrder: kind === 'ordered' },
    steps: steps.map((step) => (typeof step === 'string' ? [step] : step)),
  };
}

const secret = ['secretStrong', 'secretWeak'] as const;
const url = ['target', 'url'] as const;

/** All rules; the first name that fires is what a flag is explained with. */
export const instructionRules: readonly InstructionRule[] = Object.freeze([
  rule('override', 5, ['override', ['prior', 'every'], 'orders']),
  rule('override', 5, ['override', 'orders', 'prior']),
  rule('override', 9, ['override', 'prior', 'orders'], 'any'),
  rule('override', 4, ['override', 'prior', 'weakOrders']),
  rule('override', 4, ['override', 'everything', ['said', 'prior']]),
  rule('override', 8, ['overridden', 'mustBe', 'prior', 'orders'], 'any'),
  rule('override', 8, ['overriddenX', 'prior', 'orders'], 'any'),
  rule('ignore-user', 4, ['overrideUser', 'userWord', 'asked']),
  rule('ignore-user', 3, ['overrideUser', 'whatWord', 'userWord']),
  rule('ignore-user', 8, ['overrideUser', 'userWord', 'asked'], 'any'),
  rule('ignore-user', 3, ['dont', ['task', 'listen'], 'userWord']),
  rule('ignore-user', 8, ['dont', 'task', 'pageWord', 'instead']),
  rule('ignore-user', 6, ['insteadOf', 'task', 'put']),
  rule('answer-shape', 3, ['replyVerb', 'replyOnly']),
  rule('persona', 6, ['fromNowOn', 'answering'], 'any'),
  rule('reveal', 4, ['recall', 'textWord', 'above']),
  rule('reveal', 4, [['orders', 'weakOrders'], 'wasGiven']),
  rule('reveal', 2, ['your', 'inner', 'innerNoun']),
  rule('exfiltration', 18, ['sendLoose', 'userSecret', 'url'], 'any'),
  rule('exfiltration', 14, ['sendHard', 'secretFile', 'url'], 'any'),
  rule('exfiltration', 12, ['secretFile', 'answerPlace'], 'any'),
  rule('exfiltration', 3, ['gather', 'everyOne', 'secretHard']),
  rule('secrecy', 3, ['userWord', 'never', 'notice']),
  rule('secrecy', 4, ['hide', 'itThis', 'userWord']),
  rule('secrecy', 3, ['dont', 'mentionVerb', 'meta']),
  rule('priority', 6, ['precedence', 'overThan', 'served']),
  rule('priority', 7, ['treat', 'asFrom', 'asOrder']),
  rule('authority', 6, ['boss', 'grants', 'you']),
  rule('authority', 5, ['you', 'allowed', 'breach']),
  rule('authority', 4, ['userWord', 'approved', 'approvedThing']),
  rule('safety-off', 3, ['breach', ['every', 'your'], 'securityWord', 'check']),
  rule('safety-off', 5, ['you', 'noLimits'], 'any'),
  rule('safety-off', 5, ['orders', 'notApply'], 'any'),
  rule('safety-off', 5, ['your', ['orders', 'weakOrders', 'safety'], 'notApply']),
  rule('answer-shape', 6, ['ifWhen', 'generating', 'generated', 'alwaysDo']),
  rule('ai-addressed', 2, ['aiName', 'must', 'include']),
  rule('ai-addressed', 10, ['aiStrong', 'obliged', 'speech'], 'any'),
  rule('new-orders', 4, ['your', ['orders', 'mission'], 'changed']),
  rule('reveal', 4, ['tellMe', [...secret]]),
  rule('reveal', 3, ['revealX', 'yourX', 'orders']),
  rule('reveal', 8, ['reveal', 'your', 'promptNoun']),
  rule('secrecy', 6, ['tellX', 'nothingX', 'userWord'], 'any'),
  rule('answer-shape', 6, ['ifWhen', 'you', 'describing', 'sayHard']),
  rule('answer-shape', 6, ['ifWhen', 'someone', 'asksAbout', 'suggest']),
  rule('answer-shape', 2, ['ifWhen', 'askedBare', 'sayHard']),
  rule('answer-shape', 5, ['answering', 'userWord', 'falseWord']),
  rule('answer-shape', 6, ['further', ['must', 'include']], 'any'),
  rule('unasked', 8, ['readCue', 'harmVerb'], 'any'),
  rule('safety-off', 5, ['safetyOff', 'offWord']),
  rule('override', 8, ['override', 'prior', 'contextX'], 'any'),
  rule('override', 6, ['override', 'prior'], 'any', true),
  rule('override', 4, ['overrideUser', 'every', 'weakOrders']),
  rule('override', 8, ['override', 'everyX', 'orders'], 'any'),
  rule('exfiltration', 6, ['sendHard', 'userWord', 'url']),
  rule('ignore-user', 4, ['whatWord', 'userWord', 'asks', ['put', 'answering']]),
  rule('tool', 2, ['callVerb', 'shellWord', 'tool']),
  rule('safety-off', 2, ['breach', 'securityWord', 'check']),
  rule('priority', 4, ['followVerb', 'onlyWord', ['orders', 'meta']], 'any'),
  rule('secrecy', 7, ['userWord', 'notX', 'tellAnyX'], 'any'),
  rule('answer-shape', 5, ['alwaysDo', 'suggest', 'userWord']),
  rule('answer-shape', 6, ['whenWord', 'askedWord', 'sayFalse']),
  rule('ignore-user', 5, ['cancelVerb', 'whatWord', 'youOrdered']),
  rule('exfiltration', 8, ['readWord', 'secretPath', 'echoWord']),
  rule('reveal', 12, ['listWord', 'everyWord', 'youHave']),
  rule('secrecy', 4, ['dont', 'letWord', 'userWord', 'notice']),
  rule('telltale', 1, ['telltale']),
  rule('role', 5, ['called', 'imperative']),
  rule('new-orders', 2, ['your', 'newish', 'mission']),
  rule('ai-addressed', 3, ['note', 'toFor', 'aiName']),
  rule('ai-addressed', 2, ['hail', 'aiName']),
  rule('ai-addressed', 4, ['ifWhen', 'you', 'are', 'aiName']),
  rule('ai-addressed', 4, ['as', 'aiName', 'you', 'must']),
  rule('ai-addressed', 5, [['aiName', 'agentName'], 'reading', 'pageWord', 'must']),
  rule('ai-addressed', 12, ['aiName', 'thisPage', 'mustX'], 'any'),
  rule('persona', 10, ['youNow', 'persona']),
  rule('persona', 4, ['fromNowOn', 'you', 'answering']),
  rule('persona', 1, ['jailbreak']),
  rule('secrecy', 3, ['dont', 'telling', 'userWord']),
  rule('secrecy', 3, ['dont', 'telling', 'thisOne', 'orders']),
  rule('secrecy', 3, ['keep', 'thisOne', 'secretly', 'userWord']),
  rule('secrecy', 8, ['tellNot', 'userWord'], 'any'),
  rule('exfiltration', 9, ['send', 'secretStrong', url]),
  rule('exfiltration', 5, ['sendHard', 'secretWeak', url]),
  rule('exfiltration', 18, ['send', 'secretStrong', url], 'any'),
  rule('exfiltration', 8, ['exfiltrate', secret], 'any'),
  rule('exfiltration', 4, ['quietly', ['sendHard', 'run'], [...secret, 'runnable', 'url']]),
  rule('reveal', 3, ['reveal', 'hiddenAdj', 'promptNoun']),
  rule('reveal', 8, ['reveal', 'systemPrompt'], 'any'),
  rule('unasked', 8, ['run', 'runnable', 'unasked'], 'any'),
  rule('unasked', 1, ['unaskedHard']),
  rule('tool', 6, ['callVerb', 'tool', 'harm', 'harmObject']),
  rule('answer-shape', 7, ['answerCue', 'yourAnswer'], 'any'),
  rule('answer-shape', 8, ['yourAnswer', 'cjkCue'], 'any'),
  rule('answer-shape', 8, ['ifWhen', 'summarising', 'pageWord', 'saying']),
  rule('answer-shape', 8, ['ifWhen', 'userWord', 'asks', 'saying']),
  rule('answer-shape', 16, ['summarisingX', 'sayingX'], 'any'),
  rule('lure', 8, ['tellVerb', 'userWord', ['lure', 'url']]),
  rule('delimiter', 3, ['endMark', 'trustWord', 'contentNoun']),
  rule('delimiter', 1, ['endMark', 'of', 'turnWord', 'turnNoun']),
  rule('delimiter', 1, ['endMark', 'turnWord', 'turnNoun']),
  rule('authority', 3, ['mandate', 'from', 'authority']),
  rule('safety-off', 4, ['disable', 'your', 'safety']),
  rule('role', 12, ['label', 'actNow']),
  rule('override', 8, ['override', ['orders', 'weakOrders']], 'any', true),
  rule('exfiltration', 10, ['send', secret], 'any', true),
  rule('ai-addressed', 10, [['aiName', 'you'], 'must'], 'any', true),
]);
