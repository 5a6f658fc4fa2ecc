// Labels of parts of an entry: they repeat on most pages of a reference, and are no chrome.

const words = (list: string): ReadonlySet<string> => new Set(list.split(', '));

/** The labels in lower case, without digits and punctuation. */
export const partLabels = words(
  'parameters, parameter, params, arguments, argument, options, option, returns, return, return value, return values, return type, ' +
    'raises, throws, exceptions, errors, error codes, yields, attributes, properties, fields, methods, members, functions, events, ' +
    'see also, related, related topics, seealso, notes, note, remarks, warning, warnings, caution, tip, important, ' +
    'example, examples, usage, syntax, synopsis, description, summary, overview, details, signature, declaration, definition, ' +
    'references, requirements, availability, compatibility, browser compatibility, default, defaults, type, types, value, values, ' +
    'since, version, versions, history, changes, changelog, deprecated, deprecation, source, input, output, result, results, ' +
    'request, response, responses, headers, body, query, path, name, none, yes, no, ' +
    '매개변수, 인자, 반환, 반환값, 반환 값, 예외, 예제, 예시, 참고, 같이 보기, 구문, 설명, 속성, 메서드, 주의, 경고, ' +
    '引数, パラメータ, パラメーター, 戻り値, 返り値, 例外, 例, 参照, 関連項目, 構文, 説明, 属性, メソッド, 注意, 警告, ' +
    '参数, 返回值, 返回, 异常, 示例, 例子, 另请参阅, 语法, 描述, 属性, 方法, ' +
    'parameterliste, rückgabewert, rückgabe, beispiel, beispiele, siehe auch, hinweis, hinweise, beschreibung, ' +
    'paramètres, paramètre, valeur de retour, valeurs de retour, exemple, exemples, voir aussi, description, remarques, ' +
    'parámetros, valores devueltos, valor devuelto, ejemplo, ejemplos, ver también, véase también, descripción, notas, ' +
    'parâmetros, valor retornado, exemplo, exemplos, veja também, descrição, параметры, возвращаемые значения, примеры, пример, смотрите также, описание',
);
