// Marks by which text pretends to be something else: another speaker, a call of a tool, the end of what is not trusted.

/** The marks in a folded text. */
export interface Markers {
  /** Names of marks that no page needs. */
  readonly names: readonly string[];
  /** Places behind labels of a speaker (`system:`), in order: what follows decides whether that is a mark. */
  readonly labels: readonly number[];
  /** Places behind which an assistant is called by its name, likewise. */
  readonly calls: readonly number[];
}

/** Marks of chat templates and of the messages between a model and its tools: each alone is enough. */
const certain: readonly (readonly [string, RegExp])[] = Object.freeze([
  [
    'chat-template',
    /<\|[ _]?(?:im_start|im_end|im_sep|system|user|assistant|developer|endoftext|endofprompt|eot_id|eom_id|start_header_id|end_header_id|begin_of_text|end_of_text|end_of_turn|start|end|channel|message|call|tool_call|tool_calls)[ _]?\|>/,
  ],
  [
    'chat-template',
    /\[\/?inst\]|<<\/?sys>>|<\/?(?:start_of_turn|end_of_turn)>|\[\/?system_prompt\]|\[\/?(?:available_tools|tool_calls|tool_results)\]/,
  ],
  [
    'chat-template',
    /(?:^|\n)[ \t>]{0,8}#{2,6} ?(?:new |system |updated |begin |end |end of )?(?:instructions?|system|system prompt|system message|human|assistant) ?:/,
  ],
  [
    'tool-call',
    /<\/?(?:antml:)?(?:tool_use|tool_call|tool_calls|tool_result|tool_results|tool_response|function_calls?|function_results?|system-reminder|system_prompt|system-prompt|system_message|system_instructions?)(?: [^<>\n]{0,120})?\/?>/,
  ],
  ['tool-call', /<function=\w|\baction input ?:|\baction: ?\w{1,40}\[/],
  ['tool-call', /<invoke name=|<parameter name="(?:command|url|path|query)"/],
  [
    'delimiter',
    /<\/?(?:untrusted|trusted|external|retrieved|fetched)(?:[-_ ](?:content|data|text|input|document|context|source))?(?: [^<>\n]{0,120})?\/?>/,
  ],
  [
    'delimiter',
    /<\/(?:documents?|context|results?|search_results?|content|passages?|doc)>[ \n]{0,8}(?:human|user|system|assistant|new instructions?|now) ?:/,
  ],
  [
    'chat-template',
    /(?:^|\n)[ \t>*]{0,6}(?:user|human)[*]{0,2}: ?[^\n]{1,200}\n{1,2}[ \t>*]{0,6}(?:assistant|ai|claude|gpt|chatgpt|bot)[*]{0,2}: /,
  ],
  ['chat-template', /\{\{~?[#/](?:system|assistant|user|inst|prompt|gen)\b[^{}\n]{0,40}\}\}/],
  [
    'chat-template',
    /(?:^|\n)[-=*_~#%<>[\]|+]{2,12} ?(?:begin |end |new |start )?(?:system|assistant|developer)(?: (?:prompt|message|instructions?|override|notes?|notice|directive|update))? ?[-=*_~#%<>[\]|+]{2,12}/,
  ],
  [
    'delimiter',
    /[-=*#]{3,12} ?(?:end|start|begin|beginning) (?:of )?(?:the )?(?:\w{3,12} ){0,2}(?:documents?|documentation|context|contents?|page|article|user (?:request|message|input)|search results|tool output|prompt|system|instructions?|conversation) ?[-=*#]{3,12}/,
  ],
  [
    'delimiter',
    /\[\/?(?:(?:for |to )?(?:ai|llm|agents?|assistants?|models?|bots?|system|copilot|claude)[ _-](?:policy|policies|instructions?|directives?|rules?|notes?|notice|override|message|commands?|update|task|prompt|alert|only)|hidden (?:prompt|instructions?|note))\b[^\]\n]{0,40}\]/,
  ],
  [
    'delimiter',
    /(?:^|\n):::? ?\w{0,12}[ {["]{0,2}(?:for |to )?(?:ai|llms?|assistants?|agents?|chatbots?|copilot|claude)\b/,
  ],
  [
    'delimiter',
    /<\/?(?:operator|assistant|ai|llm)>|<\/?(?:operator|assistant|developer|ai|llm|agent|system|bot|model|admin|hidden)[-_](?:notes?|message|instructions?|directives?|policy|prompt|only|rules?|override)(?: [^<>\n]{0,80})?>/,
  ],
  [
    'delimiter',
    /(?:<!--|\[\/\/\]: ?#) ?[^\n<]{0,24}\b(?:ai|llms?|bots?|assistants?|copilot|claude|chatgpt)\b[^\n:<>]{0,24}:/,
  ],
  [
    'delimiter',
    /(?:^|[\n(|> ])(?:ai|llm|assistant|agent|system|model|bot)[_-](?:instructions?|directives?|prompt|override|policy|note|command)s? ?[:=]/,
  ],
  [
    'delimiter',
    /<\/(?:documents?_content|search_results?|retrieved_context|context|user_query|user_input|web_page|doc_content|passages?)>\s{0,8}<(?:system|instructions?|user|assistant|admin)/,
  ],
]);

/** A speaker at the beginning of a line, a sentence or in brackets. */
const label =
  /(?:<(?:user|human|important|instructions?|secret|critical|hidden)>|#{1,6} (?:system|new|hidden|secret|developer) (?:instructions?|prompt|message|directives?)\s|(?:^|[\n.!?>*#([{<"'`;|]|[-=–—] )[ \t]{0,4}(?:system|assistant|developer|admin|administrator|openai|anthropic|ai|llm|시스템|システム|系统|系統|systeme|sistema)(?:[ _-](?:prompt|message|note|notice|override|update|instructions?|alert|command|directive|admin|says|메시지|메시지|プロンプト|提示|消息))?[ \t\])}>*_"'`|]{0,6}[:：>\]])[ \t*_"'`]{0,6}/g;

/** An assistant that is called by its name, or notes for it. */
const call =
  /(?:@(?:claude|copilot|chatgpt|gemini|cursor|assistant)\b|(?:^|[\n.!?>*#([{<"'`;|]|[-=–—/] )[ \t]{0,4}(?:claude|chatgpt|gpt|copilot|gemini|assistants?|ais?|llms?|ai agents?|ai assistants?|coding agents?|language models?|chatbots?)(?: (?:instructions?|notes?|directives?|prompts?|hints?|commands?|only))?[ \t*_]{0,3}[,:]|(?:^|\n|[.!?|>*-] )(?:models?|bots?|agents?)[,:] |, (?:assistants?|ai|model|agent|bot|claude|chatgpt|copilot|gemini)[:!]\s)/g;

/** A call of a tool, as JSON; in code it is how such calls are documented. */
const jsonCall =
  /"(?:tool|tool_name|function|function_name|action|name|recipient_name|tool_call|call)"\s{0,4}:\s{0,4}"[\w.:/-]{1,64}"\s{0,4},\s{0,4}"(?:arguments|args|parameters|input|action_input|params|tool_input)"\s{0,4}:/;
const jsonType =
  /"(?:tool_calls?|function_call|tool_use)"\s{0,4}:\s{0,4}[[{]|"type"\s{0,4}:\s{0,4}"(?:tool_use|tool_call|function_call)"/;

/** Begin and end marks in capital letters, as no sentence has them. */
const capitals =
  /\b(?:END|START|BEGIN|BEGINNING) (?:OF )?(?:THE )?(?:[A-Z]{3,12} ){0,2}(?:DOCUMENT|CONTEXT|CONTENT|CONTENTS|INPUT|SEARCH RESULTS|TOOL OUTPUT|QUOTED TEXT|PAGE|ARTICLE|MESSAGE|PROMPT|CONVERSATION|INSTRUCTIONS)\b/;

/** Finds marks in a folded text. Every repetition is bounded: linear. */
export function findMarkers(text: string, asWritten: string): Markers {
  const names = new Set<string>();
  if (/[<[#:{]|--|==/.test(text)) for (const [name, pattern] of certain) if (pattern.test(text)) names.add(name);
  if (capitals.test(asWritten)) names.add('delimiter');
  if (text.includes('"')) {
    const prose = text.includes('`') || text.includes('~~~') ? withoutCode(text) : text;
    if (jsonCall.test(prose) || jsonType.test(prose)) names.add('tool-call');
  }
  return { names: [...names], labels: endsOf(label, text), calls: endsOf(call, text) };
}

function endsOf(pattern: RegExp, text: string): readonly number[] {
  const ends: number[] = [];
  for (const { 0: whole, index } of text.matchAll(pattern)) ends.push(index + whole.length);
  return ends;
}

/** The text without fenced blocks and code spans. */
function withoutCode(text: string): string {
  const prose: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^[ \t>]{0,12}(`{3,20}|~{3,20})/.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = '';
    } else if (mark !== undefined) fence = mark;
    else
      prose.push(
        line.includes('`')
          ? line
              .split('`')
              .filter((_, at) => at % 2 === 0)
              .join(' ')
          : line,
      );
  }
  return prose.join('\n');
}
