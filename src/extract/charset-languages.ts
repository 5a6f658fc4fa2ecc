// The characters by which a decoded text is recognised: those that make up most of what is written in a language.

export interface Signature {
  /** The charset's name in the standard. */
  readonly charset: string;
  /**
   * - `wide`: two bytes a character; each counts by itself;
   * - `script`: an alphabet of its own; a letter counts beside another of its kind;
   * - `latin`: a letter with a mark counts beside a plain one.
   */
  readonly kind: 'wide' | 'script' | 'latin';
  readonly common: ReadonlySet<string>;
  /** Values of `<html lang>` that speak for it. */
  readonly languages: readonly string[];
}

const range = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const korean =
  '이다는에의을하고를가로지은기한서사수어나대정있자도시리인해부일아스습니과전들용제으여보적게관면주성었' +
  '합문그장구공상오라경조동연제안우내것선까했된우소유위간명중라당모만체무생무장조발설단요방계음식세할때파함치값' +
  '드트터프비버저실행입력출마행예러및개분더새호본화두원미각음와될될등데거또표현';

// Kana carry every sentence; the rest are the characters between them.
const japanese = `${range(0x3041, 0x3093)}${range(0x30a1, 0x30f6)}ー、。「」・日本人大年一出国中時行事用使定場合文字数値関変型式次下上方法設明説表示実`;

const simplified =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多' +
  '定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因' +
  '由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解' +
  '问意建月公无系军很情者最立代想已通并提直题程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图' +
  '山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处府设置函参返默认类型请该包含，。、：；（）“”！？';

const traditional =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多' +
  '定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因' +
  '由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解' +
  '問意建月公無系軍很情者最立代想已通並提直題程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖' +
  '山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處府設置函參返預類型請該包含，。、：；（）「」！？';

const signature = (charset: string, kind: Signature['kind'], common: string, languages: string): Readonly<Signature> =>
  Object.freeze({ charset, kind, common: new Set(common), languages: languages.split(' ') });

/** In the order in which they are preferred when the text fits several alike. */
export const signatures: readonly Signature[] = Object.freeze([
  signature('euc-kr', 'wide', korean, 'ko'),
  signature('shift_jis', 'wide', japanese, 'ja'),
  signature('euc-jp', 'wide', japanese, 'ja'),
  signature('gb18030', 'wide', simplified, 'zh'),
  signature('big5', 'wide', traditional, 'zh'),
  signature('windows-1251', 'script', 'оеаинтсрвлкмдпуяыьгзбчйхжшюіїў', 'ru uk be bg sr mk'),
  signature('koi8-r', 'script', 'оеаинтсрвлкмдпуяыьгзбчйхжшю', 'ru'),
  signature('windows-1253', 'script', 'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώς', 'el'),
  signature('windows-1255', 'script', range(0x05d0, 0x05ea), 'he iw yi'),
  signature('windows-1256', 'script', 'اأإآبتثجحخدذرزسشصضطظعغفقكلمنهويىةءئؤ،؟', 'ar fa ur'),
  signature('windows-874', 'script', range(0x0e01, 0x0e4c), 'th'),
  signature('windows-1252', 'latin', 'àâäáãåæçèéêëìíîïñòóôõöøùúûüßœÀÁÂÄÅÇÈÉÊÍÑÓÔÖØÚÜ', ''),
  signature(
    'windows-1250',
    'latin',
    'ąćęłńóśźżĄĆĘŁŃŚŹŻáčďéěíňřšťúůýžČŘŠŽÚľôäőűöüÖÜăâîşţđß',
    'pl cs sk hu ro hr sl bs sq',
  ),
  signature('windows-1254', 'latin', 'ğışİĞŞçöüÇÖÜâî', 'tr az'),
  signature('windows-1257', 'latin', 'ąčęėįšųūžĄČĘĖĮŠŲŪŽāēģīķļņõäöüĀĒĪÕÄÖÜ', 'lt lv et'),
]);

/** What a Western text holds beside letters: it speaks for windows-1252, but less than a letter does. */
export const symbols: ReadonlySet<string> = new Set('\u00a0©®™°·«»–—…‘’“”„•€£§±×¡¿²³µ¼½¾');

/** Characters that no text of documentation holds between two letters. */
export const never: ReadonlySet<string> = new Set('¹²³¼½¾¿¡¤¦¨ª¬¯¶¸º×÷');
