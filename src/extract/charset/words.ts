// Short words without marks distinguish the languages of the Latin alphabet where few letters beyond ASCII do (H5).

/** Everyday words that are not English, by the first code of their language. */
const words: Readonly<Record<string, string>> = Object.freeze({
  fr: 'le les pas est pour la du dans une des par ne peut avec sur un au sont et vous plus ou qui cette ce il',
  de: 'nicht die der ist werden von sie mit wird und zu das kann oder auf eine ein wenn im sind den dem wie man',
  es: 'el la se en los puede del para las que una es un con al por tiene sin pero cuando ser si su como este',
  pt: 'para um em da com uma ou foi ao os ser como pode que por tem mas dos isso na se no seu ele este',
  it: 'non di il un essere che per della una la con del nel come dei lo sono questo questa si gli le anche nella',
  nl: 'van een het niet als worden voor met te wordt op geen dan zijn naar dit deze bij en maar dat uit of wat',
  sv: 'inte att till och ett kan av med som denna om eller har ei ja tai voi on jos kuin vain mutta',
  da: 'ikke som og til eller kan er af hvis fra det skal ved et denne ingen dette den vil om har med jeg en',
  is: 'ekki er sem yfir fyrir til vera ef eru eftir og inn hvort hefur um en var',
  ca: 'ha la el per els amb es un del pot si que en una aquest hi al dels les han sense quan aquesta',
  cs: 'pro nelze nebo na je se jako jsou pokud pouze byl bude jen podle ze tento ale ve jak si od do',
  sk: 'sa je pre na alebo ak ako pri nie iba zo medzi vo bol aj len toto po tento ale bude od do si',
  pl: 'nie jest dla lub tylko na czy przez aby bez przy po ten tego ma podczas albo co jak do od oraz tej',
  hu: 'az nem vagy egy meg nincs csak lehet ez minden hogy akkor mint kell ha amely lesz ki van ezt ennek',
  ro: 'nu de este pentru cu sau poate din care se fi ca sunt pe mai acest doar prea va ce la un lui al',
  hr: 'za ni je nije ali na od ili se ki ne kot iz kao biti samo koji nema ako ima pri bo lahko in da sve',
  sq: 'nuk duhet me nga ka dhe mund kur ky apo ose mbi si midis duke ku dy jo per',
  tr: 've bir ile bu olarak veya yok her ya yeni daha sonra gibi olan ancak ne kadar de da biz',
  lt: 'yra ar su turi jei arba reikia kaip kai gali tik tarp ir apie bus kuris nuo buvo kad iki be labai',
  lv: 'ir vai nav uz lai nevar ko kas tiek kad ar tikai starp ja var pirms tas tika no par un bet pie',
  et: 'kui ei pole ja mitte ainult saa see iga mis olla seda siis aga selle liiga jaoks on ning sama peab',
  vi: 'tin cho trong khi ra ghi thay theo hay sai qua danh hai gian thanh sau con nhau xem trang tra',
});

const byWord: ReadonlyMap<string, readonly string[]> = languagesByWord();

/** Where text is looked for, and what a word is worth. */
const bounds = Object.freeze({ bytes: 65_536, bits: 3, most: 18, letters: 7 });

/** How many bits the plain words of a page speak for each language, by its first code; words in tags do not count. */
export function wordBits(bytes: Uint8Array): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const length = Math.min(bytes.byteLength, bounds.bytes);
  let isTag = false;
  let start = 0;
  for (let at = 0; at <= length; at++) {
    const byte = at < length ? (bytes[at] as number) : 0x20;
    // Bytes beyond ASCII are letters too, as far as words go.
    if (isWordByte(byte)) continue;
    if (!isTag && at - start >= 2 && at - start <= bounds.letters) count(found, bytes.subarray(start, at));
    if (byte === 0x3c) isTag = true;
    else if (byte === 0x3e) isTag = false;
    start = at + 1;
  }
  return found;
}

function count(found: Map<string, number>, word: Uint8Array): void {
  const text = String.fromCharCode(...word).toLowerCase();
  for (const language of byWord.get(text) ?? []) {
    found.set(language, Math.min(bounds.most, (found.get(language) ?? 0) + bounds.bits));
  }
}

function isWordByte(byte: number): boolean {
  const lower = byte | 0x20;
  return byte >= 0x80 || (lower >= 0x61 && lower <= 0x7a);
}

function languagesByWord(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [language, list] of Object.entries(words)) {
    for (const word of list.split(' ')) map.set(word, [...(map.get(word) ?? []), language]);
  }
  return map;
}
