// The words by which instructions to an assistant are known, in classes that rules combine (rules.ts).
import type { SignClass } from './sign-words.ts';

/**
 * By class. A phrase is joined with `+`; `a/b/c` expands to a, ab and ac. Words of all languages are together: a rule
 * that needs three classes finds them in whichever language they are. Accents and case make no difference.
 */
export const wordClasses = {
  override: `
    ignore ignoring disregard disregarding forget forgetting override overriding drop bypass bypassing discard neglect overlook
    dismiss abandon nullify supersede/s unlearn circumvent disobey violate erase pay+no+attention stop+following
    stop+obeying not+follow not+obey not+comply dont+follow dont+obey cease+following no+longer+apply no+longer+valid
    no+longer+bound no+longer+follow set+aside put+aside throw+away throw+out do+away+with never+mind take+no+notice
    ignorier/e/en/t/st vergiss vergesst vergessen missacht/e/en verwerf/e/en verwirf uberschreib/e/en nicht+beachten
    nicht+befolgen ignorez ignorer ignores oublie oubliez oublier neglige/z/r contourne/z/r outrepasse/z/r ne+tiens+pas+compte
    ne+tenez+pas+compte ne+tenez+aucun+compte faites+abstraction fais+abstraction ignora ignorar ignoren ignorad ignoras olvida olvide
    olvidar olviden olvidate descarta descarte descartar desatiende omite omitir caso+omiso anula anular no+sigas
    dimentica/re ignorare ignorate trascura/re esqueca esquece esquecer desconsidere desconsiderar ignorem negeer negeren vergeet
    игнорируй/те игнорировать проигнорируй/те проигнорировать забудь/те забыть отбрось/те zignoruj/cie ignoruj/cie zapomnij
    zignorować ignorera glöm ignoruj ignorujte zapomeň yoksay yok+say unut görmezden abaikan lupakan bỏ+qua quên
    تجاهل تجاهلي تجاهلوا انس انسى अनदेखा नज़रअंदाज़ नजरअंदाज भूल התעלם התעלמו שכח
    무시하고 무시하라 무시해 무시하세요 무시하십시오 무시하시오 무시한 잊어 잊고 잊으 따르지+마 따르지+말 폐기하 취소하고
    無視して 無視し 無視せよ 無視しろ 無視する 忘れて 忘れろ 忘れてください 破棄し 従わないで 従うな
    忽略 无视 無視 忘记 忘記 忘掉 不要理会 不要理會 不理会 别管 抛弃 丢弃 不要遵守 不要遵循 不必遵守 跳过`,
  overridden: `ignored disregarded forgotten overridden superseded cancelled canceled revoked void voided nullified obsolete
    annulled rescinded withdrawn discarded replaced`,
  overriddenX: `폐기되 폐지되 撤回され 破棄され 已被撤销 已撤销 已被取代
    aufgehoben ungultig annulees anuladas 취소되 무효 無効 取り消 作废 失效 取消`,
  mustBe: `must+be should+be are+now are+hereby have+been is+now are+void are+superseded are+cancelled are+canceled are+obsolete is+void shall+be to+be are+all`,
  prior: `systeme sistema
    initiale initial/es
    previous previously prior preceding precedes above earlier foregoing former original initial aforementioned before your yours
    system developer developers operators past precedent/e/es/s anterieur/e/es/s ci+dessus vos tes initiales anterior/es previa/s previo/s
    tus de+arriba vorherig/e/en/er/es bisherig/e/en/er/es vorig/e/en obig/e/en fruher/e/en/er vorangegangen/e/en
    vorangehend/e/en deine/n ursprunglich/e/en precedenti precedente tue vorige eerdere bovenstaande предыдущ/ие/ую/ий/их
    прошл/ые/ых прежн/ие/их poprzedni/e/ch wszystkie+poprzednie tidigare předchozí önceki sebelumnya trước السابقة सابقة पिछले पिछली
    הקודמות 이전 이전의 앞선 앞의 앞서 위의 위에 지금까지 기존 종전 당신의 너의
    以前の 以前 これまで 上記 前の 前述 今まで 先の 先ほど 従来 あなたの 之前 先前 上述 上面 前面 以上 此前 早先 你的 原有 先的`,
  every: `all any every each these those other existing current given entire whole alle allen aller samtlich/e/en jede tout
    toute toutes tous todas todos todo cualquier/a tutte tutti todas+as все всех wszystkie alla všechny tüm semua tất+cả جميع كل सभी כל
    모든 모두 전부 全て すべて 全部 所有 一切 任何 全部的`,
  orders: `instruction/s prompt/s guideline/s guardrail/s safeguard/s programming anweisung/en instruktion/en vorgabe/n
    consigne/s directivas instrucciones instruccion indicaciones istruzioni istruzione instrucoes instrucao
    instructies instructie инструкц/ии/ий/ию указан/ия/ий instrukcj/e/i instruktioner polecenia instrukce pokyny talimat/lar/lari/ları
    instruksi perintah hướng+dẫn chỉ+dẫn lệnh تعليمات التعليمات निर्देश निर्देशों הוראות ההוראות
    지시 지침 명령 프롬프트 지시사항 규칙 指示 命令 プロンプト ルール 指令 规则 提示词 提示詞 提示 指导 说明 指引 system+message systemprompt`,
  weakOrders: `reglas+que
    role persona identity personality rule/s command/s directive/s constraint/s restriction/s policy policies message/s task/s training direction/s context text
    content request/s order/s conversation limitation/s protocol/s question/s query told regel/n befehl/e/en auftrag regle/s ordres
    contexte reglas ordenes ordenes contexto regole regels правила правил команды zasady 규칙 제한 대화 문맥 規則 ルール 制限 文脈
    规则 規則 限制 对话 上下文 要求 内容`,
  everything: `everything anything whatever all+that what alles tout+ce todo+lo tutto 모든+것 모든+내용 すべての+内容 一切`,
  said: `above before told said asked earlier previously prior learned learnt taught know read+so+far preceding gelernt gesagt dit dicho
    oben avant antes`,
  newish: `new real actual true updated revised sole secret hidden primary ultimate`,
  mission: `task/s goal/s objective/s mission role job purpose persona identity instruction/s directive/s orders prompt assignment`,
  your: `your ur deine dein ihre votre ta tu su`,
  aiName: `ai ais llm llms chatgpt gpt gpt3 gpt4 gpt5 claude gemini copilot chatbot/s assistant/s ai+assistant/s language+model/s
    ai+model/s ai+agent/s coding+agent/s ai+system/s chat+bot/s ki sprachmodell/e assistent assistenten ia asistente/s modelo+de+lenguaje
    modele+de+langage assistente ии ассистент 인공지능 어시스턴트 언어+모델 언어모델 챗봇 アシスタント 言語モデル 人工知能 チャットボット
    人工智能 助手 语言模型 語言模型 大模型 智能体 聊天机器人`,
  agentName: `agent/s model/s bot/s crawler/s scraper/s`,
  reading: `reading reads read processing process processes summarizing summarising summarize summarise summarizes summarises parsing parse
    parses ingesting ingests analyzing analysing analyze analyse analyzes viewing browsing retrieving retrieves consuming visiting scanning
    seeing sees indexing handling interpreting accessing encountering`,
  must: `must should shall please always never required need needs instructed ordered commanded obliged ensure have+to has+to
    make+sure do+not dont are+to is+to will+now now cannot muss musst mussen sollst soll bitte immer doit dois devez doivent veuillez toujours
    debe debes deben siempre 반드시 해야 하라 하세요 하십시오 해주세요 必ず しなければ してください すること 必须 必須 应该 應該 务必 请 不得`,
  you: `you your yourself yours u youre du sie tu vous usted`,
  are: `are re`,
  ifWhen: `if when while whenever in+case should`,
  as: `as`,
  hail: `attention dear hey hello hi listen greetings achtung hallo atencion`,
  note: `note notice message memo instruction/s directive/s reminder hint warning important guidance order/s command/s request notiz
    hinweis mensaje anweisung/en instrucciones nota`,
  toFor: `to for fur an para pour all any`,
  youNow: `ты+больше+не вы+больше+не ты+теперь
    you+are+now you+are+no+longer you+will+now+be you+will+now you+will+be you+shall+now you+now+are youre+now act+as pretend+to+be pretend+you
    pretend+that+you roleplay+as role+play+as behave+as behave+like imagine+you+are imagine+youre simulate from+now+on starting+now
    from+this+point assume+the+role take+on+the+role switch+to enter respond+as answer+as du+bist+jetzt du+bist+nun ab+jetzt ab+sofort tu+es+maintenant
    vous+etes+maintenant desormais ahora+eres a+partir+de+ahora eres+ahora sei+ora voce+agora теперь+ты 이제부터 지금부터 당신은+이제 너는+이제
    넌+이제 これから 今から あなたは今 从现在 從現在 你现在是 你現在是 现在你是`,
  persona: `хакер без+правил без+ограничений
    linux+terminal root+access dan unrestricted uncensored unfiltered jailbroken jailbreak amoral evil hacker pirate developer+mode god+mode admin+mode debug+mode
    maintenance+mode root+mode sudo+mode dev+mode no+restrictions without+restrictions without+any+restrictions no+limitations no+rules
    no+filters no+limits no+ethical without+limits without+filters free+from free+of any+restrictions anything+now malicious opposite chaosgpt 해커 ハッカー 黑客
    rogue ai ais llm chatbot assistant language+model ki ia sans+restriction/s sans+limite sin+restricciones sin+limites ohne+einschrankungen
    uneingeschrankt/e/er/es 제한+없는 제한이+없 제한+없이 개발자+모드 制限のない 制限なし 開発者モード 不受限制 没有限制 无限制 开发者模式 開發者模式 不受任何`,
  fromNowOn: `from+now+on from+this+point+on from+here+on starting+now henceforth ab+jetzt ab+sofort desormais a+partir+de+ahora 이제부터 지금부터
    これから 今から 今後 从现在开始 从现在起 從現在開始 從現在起 接下来`,
  answering: `respond answer reply speak act obey pretend refuse recommend say treat behave respond+only write translate talk output
    antwort/e/en/est reponds repondez repondre responde responder responda answers responses replies 대답 답변 답하 말하 応答 回答 答え 话 复述 回复 回覆`,
  jailbreak: `do+anything+now developer+mode+enabled jailbreak+mode dan+mode god+mode+enabled developer+mode+activated
    unrestricted+mode system+override admin+override administrator+override security+override safety+override developer+override policy+override
    root+override instruction+override instructions+override emergency+override priority+override prompt+override override+protocol override+mode
    ignore+previous+instructions prompt+injection+payload new+system+prompt`,
  dont: `do+not dont never must+not should+not shall+not without avoid refrain+from not+to may+not cannot not+ever under+no+circumstances no+need+to`,
  telling: `tell mention reveal inform disclose notify alert warn telling informing notifying alerting mentioning revealing disclosing
    warning let+know admit confess`,
  userWord: `utilizador uzytkownika użytkownika użytkownik gebruiker kullanici kullanicinin utilisatrice
    user users human humans operator anyone anybody usuario usuarios utilisateur/s nutzer/n/s benutzer/n/s anwender utente
    пользовател/ю/я/ь/ем 사용자 유저 ユーザー ユーザ 利用者 用户 用戶 使用者`,
  tellNot: `sag+nicht nichts+sagen nicht+sagen nicht+mitteilen nicht+informieren nicht+erwahnen nicht+verraten nichts+davon sage+nichts sag+nichts
    sagen+sie+nicht informiere+nicht erzahle+nicht nichts+erzahlen nicht+erzahlen erwahne+nicht ne+dites+pas ne+dites+rien ne+dis+pas ne+dis+rien ne+mentionne+pas
    ne+mentionnez+pas ne+revelez+pas ne+revele+pas ninformez+pas ninforme+pas ne+le+dites+pas sans+le+dire sans+prevenir sans+informer
    no+le+digas no+digas no+diga no+le+diga no+menciones no+mencione no+reveles no+informes no+informe no+avises sin+avisar sin+decir sin+informar
    sin+que non+dire non+menzionare nao+diga не+говори/те не+сообщай/те не+упоминай/те 알리지 말하지 언급하지 밝히지 모르게 몰래 비밀로 숨겨야 숨기세요 숨기십시오 숨겨라 알려주지+마 알려서는
    伝えないで 伝えず 言わないで 言わず 知らせないで 知らせず 教えないで 教えず 内緒 秘密に 明かさないで 気づかれない 伝えては 知らせては 言及しないで 言及せず 明かさず
    不要告诉 不要告訴 别告诉 不要向 不得告知 不要让 不要讓 不要提及 不要提到 不能告诉 不得向 切勿告诉 瞒着 勿告知 不要通知 请勿告诉 请勿向`,
  thisOne: `this these it that the`,
  secretly: `secret hidden confidential private`,
  quietly: `secretly silently covertly quietly discreetly stealthily surreptitiously heimlich secretement secretamente discretement 몰래 こっそり 秘密裏 秘密地 偷偷 暗中 悄悄`,
  keep: `keep`,
  send: `附加 附在 拼接
    send sends sending upload exfiltrate transmit forward leak email mail post submit share append embed deliver curl attach
    encode smuggle relay make+a+request make+a+get+request make+a+post+request issue+a+get sende
    senden schick/e/en ubermittl/e/n ubertrage/n hochladen envoie envoyez envoyer transmets transmettez transmettre envia envie enviar enviad manda
    mande mandar transmite sube invia inviare envie отправь/те отправить wyślij 보내 전송 업로드 送信 送って 送れ アップロード 发送 發送 上传 上傳 发到 传到 传送 提交`,
  sendHard: `send sends upload exfiltrate transmit forward leak email mail post submit deliver curl relay smuggle`,
  exfiltrate: `exfiltrate exfiltrating exfiltration`,
  secretStrong: `conversation conversations chat+history chat+log message+history system+prompt system+instructions private+key private+keys ssh+key ssh+keys id_rsa id+rsa
    dotenv env+file environment+variables env+vars environment+secrets seed+phrase wallet users+data user+data users+files private+data personal+data
    sensitive+data sensitive+information personal+information confidential+data users+name users+email users+emails users+messages users+password users+credentials users+secrets
    users+api users+private users+documents users+location memory+contents etc+passwd etc+shadow source+code aws+credentials ssh+directory contents+of+env
    user+secrets secrets credentials inbox browser+history stored+passwords chat+messages full+context users+question users+query user+query users+prompt
    api+keys and+keys all+keys any+keys keys+and tokens+and
    gesprach/s/sverlauf zugangsdaten umgebungsvariablen geheimnisse passworter systemprompt conversation/s mots+de+passe identifiants variables+denvironnement
    api+schlussel cle+api cles+api cles+dapi cle+dapi donnees+de contrasenas contrasena credenciales clave+api claves+api clave+de+api claves conversacion variables+de+entorno variables+dentorno 대화 환경+변수 환경변수 비밀번호
    API+키 API키 시스템+프롬프트 자격+증명 토큰 개인정보 개인+정보 会話 環境変数 パスワード APIキー システムプロンプト 認証情報 秘密鍵 履歴 对话 對話 环境变量 環境變數 密码 密碼 密钥 密鑰
    系统提示 聊天记录 令牌 凭据 凭证 私钥 api密钥 個人情報 个人信息`,
  secretWeak: `token tokens password passwords api+key apikey api_key access+token access+tokens session+token cookie cookies session+cookie secret key keys credential login+details`,
  target: `链接 鏈接
    webhook attacker exfil evil pastebin requestbin ngrok gmail mailto collector attacker+controlled discord+webhook`,
  reveal: `print repeat output reveal show display tell share dump leak disclose write recite expose give return echo reproduce summarize copy paste quote translate list provide
    state zeig/e/en verrat/e/en gib ausgeben wiederhole affiche/z/r revele/z/r montre/z repete/z donne/z muestra muestre mostrar revela revele revelar imprime
    repite repetir dime mostra rivela покажи раскрой 출력 공개하 알려 보여 말해 드러내 반복 表示 出力 教えて 開示 公開 明かし 繰り返 输出 輸出 显示 顯示 透露 泄露 告诉 打印 重复 重複 列出 复述`,
  hiddenAdj: `your system initial hidden original secret full entire above exact verbatim`,
  promptNoun: `prompt instruction/s guidelines directives system+prompt system+message configuration+prompt`,
  systemPrompt: `system+prompt systemprompt initial+prompt developer+message developer+prompt hidden+instructions system+instructions prompt+systeme
    invite+systeme prompt+del+sistema prompt+di+sistema prompt+do+sistema instructions+systeme instrucciones+del+sistema 시스템+프롬프트 시스템프롬프트 システムプロンプト 系统提示 系統提示 системный+промпт`,
  run: `run execute launch invoke perform delete install download eval paste exec running executing wipe remove modify apply purchase transfer approve fuhre exekutiere starte
    execute/z/r executez executer lance/z ejecuta ejecute ejecutar corre instala installe esegui выполни запусти 실행 설치 삭제 実行 インストール 削除 运行 運行 执行 執行 安装 删除`,
  runnable: `command commands script scripts code tool tools curl bash shell powershell sh rm wget npm pip terminal following file files program payload sudo function
    action actions request transaction package befehl/e skript kommando commande/s comando/s archivo/s fichier/s 명령 명령어 스크립트 코드 파일 コマンド スクリプト コード ファイル 命令 脚本 代码 指令 文件`,
  unasked: `without+asking without+telling without+informing without+notifying without+confirmation without+permission without+approval without+confirming
    without+user+confirmation without+user+approval without+requesting+confirmation without+requesting+permission without+any+confirmation without+user+consent without+consent without+review
    without+warning without+hesitation without+question without+the+users without+mentioning do+not+ask dont+ask never+ask no+confirmation no+need+to+ask not+ask+for
    skip+confirmation skip+the+confirmation before+answering before+responding before+replying before+you+answer before+you+respond before+doing+anything before+continuing+with+the+users
    ohne+zu+fragen ohne+ruckfrage ohne+nachfrage ohne+nachzufragen ohne+bestatigung ohne+den sans+demander sans+confirmation sans+autorisation sans+poser
    sin+preguntar sin+confirmacion sin+pedir sin+permiso sin+autorizacion senza+chiedere sem+perguntar без+подтверждения не+спрашивая 확인+없이 묻지+말고 묻지+않고 허락+없이 승인+없이
    確認なし 確認せずに 許可なく 聞かずに 尋ねずに 確認を求めず 許可を求めず 无需确认 不要询问 不要詢問 不经确认 未经确认 无需询问 无须确认 不用确认 不要征求 未经用户 不经用户 无需用户 不经同意 未经同意 未经许可 無需確認 直接执行`,
  unaskedHard: `without+asking+the+user without+asking+for+the+users without+telling+the+user without+informing+the+user without+notifying+the+user without+asking+me without+the+users+knowledge
    without+the+users+consent without+the+users+permission without+the+users+approval without+the+users+confirmation do+not+ask+the+user dont+ask+the+user do+not+ask+for+permission
    do+not+ask+for+confirmation dont+ask+for+permission dont+ask+for+confirmation do+not+ask+permission without+asking+permission without+asking+for+permission without+user+confirmation without+user+approval`,
  callVerb: `call invoke use trigger execute run`,
  tool: `tool tools plugin mcp function`,
  harm: `send delete read upload post email transfer purchase leak exfiltrate forward drop wipe overwrite list_files read_file send_email delete_file delete_files`,
  harmObject: `files file inbox repository secrets credentials conversation env contacts emails database password passwords data user users keys token tokens attacker https http everything all`,
  answerCue: `begin start end finish conclude preface prefix include insert append add mention put prepend must should always only contain embed beginne beende fuge ajoute/z commence/z termine/z incluye/s anade empieza termina comienza`,
  yourAnswer: `your+response your+responses your+answer your+answers your+reply your+replies your+summary your+summaries your+final+answer your+final+response your+next+response your+next+answer your+next+reply
    every+answer every+reply each+answer each+reply all+answers any+summary your+explanation deine+antwort/en deiner+antwort deine+zusammenfassung ihre+antwort ihrer+antwort votre+reponse
    ta+reponse vos+reponses votre+resume tu+respuesta su+respuesta tus+respuestas tu+resumen 답변에 답변의 모든+답변 回答に 回答の 要約に 你的回答 你的回复 你的摘要 你的总结 回答中 回复中 所有回答`,
  cjkCue: `포함 추가하 시작하 끝에 넣어 붙여 마지막 含め 加え 追加 入れ 始め 付け 挿入 包含 加上 添加 加入 附上 开头 结尾 必须`,
  summarising: `summarizing summarising summarize summarise summarizes summarises summarized summarised summary answering responding replying translating
    quoting citing paraphrasing zusammenfass/t/en/ung zusammengefasst resumez resumer resumes resumant resumir resumas resume resuma respondas traduzca
    asked+about asked+to asked+for asked+what asked+how asked+which asked+if asks+about asks+for asks+what asks+how asks+to asks+you asks+if asks+which user+asks users+ask someone+asks asked asks`,
  saying: `say tell state recommend mention claim reply respond answer write insert output declare assert suggest advise convince praise announce insist emphasize pretend instead
    sage sag behaupte empfiehl empfehle schreibe erwahne dis dites affirme/z recommande/z mentionne/z reponds repondez di diga afirma recomienda menciona responde escribe`,
  summarisingX: `zusammenfasst zusammenfassen zusammenfasse resumez resumer resumes resumas resumir resuma resumiendo 요약할 요약하는 요약해 답변할 대답할 답할 질문하면 물어보면 물으면 묻는다면 要約する 要約し 回答する 回答時 答える 尋ねられ 聞かれ 質問され 总结 總結 概括 摘要 回答时 回答用户 回答問題 被问 询问时 问到`,
  sayingX: `sage schreibe behaupte dites ecris ecrivez inclus incluez di diga escribe incluye mencione menciona 라고+말 라고+답 라고+하 라고만 라고+적 말하세요 말하라 답하세요 답하라 추천하 언급하 안내하 주장하 と言 と答え と述べ と書 と伝え 推奨し 勧め 案内し 说 說 声称 告诉 告訴 推荐 推薦 回复 回覆 必须提 务必提`,
  pageWord: `page document article text content site file website question webpage documentation readme passage user users anyone them product library api this seite dokument texte pagina documento`,
  tellVerb: `insist warn tell inform advise convince urge instruct direct persuade trick`,
  lure: `download visit install click disable account suspended hacked compromised buy pay bitcoin crypto credit phone wallet subscribe purchase login paid+plan malware
    virus expired verify deprecated unsafe vulnerable dangerous`,
  endMark: `end begin start beginning ends begins close closing stop finish ende fin fim inicio`,
  trustWord: `untrusted trusted external retrieved unverified quoted fetched third+party thirdparty`,
  contentNoun: `content contents data input output result results text prompt instruction/s message messages section block context documents document source sources material region zone`,
  turnWord: `system user tool assistant developer search web reference`,
  turnNoun: `prompt instructions instruction message turn content input output context results result document documents data`,
  of: `of`,
  from: `from by von de`,
  mandate: `instruction/s order/s override directive/s message update notice command/s mandate request`,
  authority: `openai anthropic deepmind your+developer your+developers your+creator/s your+administrator your+operator your+owner your+maker/s your+programmers system+administrator ai+safety+team
    security+team the+administrator the+developers the+system+admin system+admin the+admin`,
  disable: `disable remove ignore bypass turn+off override circumvent deactivate disregard suspend drop lift switch+off`,
  safety: `safety filter filters guardrail/s restriction/s safeguard/s limitation/s ethics ethical censorship moderation alignment safety+rules content+policy content+policies safety+guidelines safety+filters`,
  thisPage: `이+문서 이+페이지 이+글 본+문서 페이지를+읽 문서를+읽 이+내용 このページ この文書 この文章 本ページ このドキュメント これを読 此页面 本页面 此文档 本文档 此頁面 本頁 阅读本 讀取此 读取此 这个页面 这篇 diese+seite diesen+text dieses+dokument dieses+dokuments cette+page ce+document ce+texte esta+pagina este+documento este+texto questa+pagina`,
  mustX: `muss musst mussen sollst sollte sollten soll sollen bitte doit dois devez doivent veuillez debe debes deben deve 반드시 해야 하라 하세요 하십시오 必ず しなければ してください すべき 必须 必須 应该 應該 务必 應當 应当 请 請`,
  actNow: `new+rules new+policy new+instructions please execute obey delete grant authorized provide you your must ignore disregard override instructions instruction obey comply reveal exfiltrate youre assistant forget 당신 무시 あなた 無視 你 忽略 必须 du deine ignoriere vous ignorez tu ignora`,
  overrideUser: `skip abandon
    vergiss vergesst oublie oubliez olvida
    ignora ignore ignoriere ignorez ignorar ignora+la zignoruj игнорируй негнорируй negeer
    ignore ignoring disregard disregarding forget not+answer dont+answer never+answer not+listen dont+listen never+listen not+follow not+obey dont+trust not+trust not+help refuse
    무시하고 무시해 무시하세요 無視して 無視し 答えず 忽略 无视 無視 不要理会 别理会 不要回答`,
  asked: `wollte wollen voulait demandait queria pidio haya+pedido
    pedido richiesta pregunta pytanie вопрос frage vraag demande solicitud anfrage запрос
    output asked question/s request/s query wants want says said instructions task prompt needs 질문 요청 質問 依頼 问题 問題 要求 请求 请求`,
  whatWord: `was ce+que lo+que quello+che
    what whatever anything everything`,
  listen: `listen obey trust believe`,
  asks: `asks ask asked wants inquires requests queries`,
  instead: `instead rather`,
  insteadOf: `instead+of rather+than`,
  task: `answering summarizing summarising responding replying translating helping answer summarize summarise respond reply translate`,
  put: `output say write reply respond print tell return answer show`,
  replyVerb: `reply respond answer say output write speak`,
  replyOnly: `only+with with+only with+exactly exclusively+with nothing+but only+the+word with+the+word with+the+words with+the+phrase with+the+sentence only+in+the with+a+single+word the+word the+phrase`,
  above: `above before preceding so+far previously verbatim`,
  recall: `repeat print recite reproduce echo output`,
  textWord: `everything words text all sentences messages instructions lines`,
  wasGiven: `you+were+given you+have+been+given you+received you+were+told given+to+you you+have+received you+are+following you+were+following you+got you+were+trained`,
  inner: `hidden secret initial original internal developer preprogrammed confidential underlying system`,
  innerNoun: `rule/s instruction/s prompt/s guideline/s directive/s policies configuration`,
  sendLoose: `fetch visit open add put include render load request append send post embed navigate browse go+to`,
  userSecret: `contact+list users+contacts users+contact users+files aws+keys users+last users+cookies users+cookie users+email users+address users+input users+message users+messages users+token users+session users+query users+question users+questions
    users+data users+password users+credentials users+api users+history users+private users+personal users+secrets users+conversation conversation+history chat+history the+conversation this+conversation your+session session+token your+api
    system+prompt environment+variables api+keys github_token github+token openai_api_key aws_secret_access_key etc+passwd id_rsa`,
  secretFile: `bash_history bash+history aws+keys aws+key etc+passwd etc+shadow aws+credentials id_rsa id+rsa ssh+key ssh+keys private+key github_token github+token api+keys api+key openai_api_key aws_secret_access_key environment+variables dotenv env
    secrets credentials passwords kubeconfig`,
  answerPlace: `your+reply your+answer your+response your+summary your+output the+answer the+reply the+chat pull+request issue+comment a+comment the+readme your+message`,
  gather: `find collect gather search+for look+for extract harvest locate grab steal read scan`,
  secretHard: `password api+keys api+key passwords credentials secrets private+keys ssh+keys access+tokens auth+tokens env+files`,
  everyOne: `any all every each`,
  never: `never not cannot mustnt shouldnt wont dont`,
  notice: `find+out+that find
    know notice aware learn realize realise suspect find+out informed told see+this sees+this see+these know+about`,
  hide: `hide conceal obscure withhold mask`,
  itThis: `this these it them`,
  mentionVerb: `mention reveal disclose acknowledge reference explain report discuss admit cite repeat quote telling mentioning`,
  meta: `this+text this+message this+note this+notice this+paragraph this+section this+page these+instructions this+instruction this+prompt this+comment existence that+you why+you
    hidden+text`,
  precedence: `precedence priority supersede/s outrank/s prioritize prioritise priorities overrides`,
  overThan: `over than above`,
  served: `your systemprompt system+prompt instruction/s prompt users+request user+request users+question the+users guidelines`,
  treat: `treat consider regard interpret view accept handle take`,
  asFrom: `as`,
  asOrder: `system+message system+prompt system+instruction system+instructions system+level developer+message from+your coming+from from+the+developer from+the+system from+the+user from+the+operator
    user+message user+request trusted+instruction trusted+instructions trusted+input authoritative an+instruction binding your+instructions`,
  boss: `administrator admin developer operator owner creator openai anthropic supervisor ceo`,
  grants: `authorize authorise authorized authorised permission grant granted speaking permit approve`,
  allowed: `permission authorized authorised permitted cleared`,
  breach: `disclose reveal share bypass skip ignore override leak disable`,
  securityWord: `security safety ethical content`,
  check: `check checks filter filters measure measures protocol protocols restrictions rules policy policies guidelines controls mechanisms`,
  noLimits: `sin+filtros sans+filtre/s ohne+filter senza+filtri sem+filtros без+ограничений
    no+restrictions no+rules no+limits no+limitations no+filters no+guidelines no+ethics without+restrictions without+limits without+rules unrestricted unfiltered uncensored`,
  notApply: `not+apply dont+apply longer+apply longer+applies not+valid not+bind longer+valid 적용되지+않 適用されない 適用されません 不再适用 不再有效 gelten+nicht ne+sappliquent+plus ya+no+se+aplican`,
  approved: `preapproved approved consented already+authorized agreed`,
  approvedThing: `every all any tool actions action commands permission full`,
  generating: `generating writing producing suggesting completing creating recommending`,
  generated: `code answer answers response responses summary output text examples`,
  alwaysDo: `always never must`,
  include: `include recommend cite mention say tell reply respond add import insert first promote link append answer refuse state always never begin start use call run`,
  telltale: `nothing+said+earlier nothing+said+before nothing+above+this nothing+before+this nothing+you+were+told
    se+voce+e+um+assistente se+voce+for se+voce+e+um+modelo se+sei+un+modello se+sei+un+assistente se+sei+unintelligenza если+ты+языковая если+вы+языковая если+ты+ии если+вы+ии если+ты+ассистент jesli+jestes+asystentem jesli+jestes+modelem jeśli+jesteś
    als+je+een+ai als+u+een+ai eger+bir+yapay om+du+ar+en+ai wenn+du+ein+sprachmodell wenn+sie+ein+sprachmodell falls+du+ein si+tu+es+un+modele si+vous+etes+un+modele si+tu+es+un+assistant si+vous+etes+un+assistant en+tant+quassistant si+eres+un+modelo si+usted+es+un como+asistente+debes als+ki+assistent
    用户已授权 用户已经授权 用户已同意 用户已经同意 用户已批准 你的任务是 你的新任务 你真正的任务 您的任务是 质问には答えない 質問には答えない 本当の役割 本当の任務 新しい任務 당신의+임무는 당신의+진짜 너의+진짜 진짜+임무 새로운+임무 사용자가+이미+승인 사용자가+이미+동의 ユーザーは承認済み ユーザーは既に 모델에게 모델은+반드시 遇到此文本 看到此文本 看到这段
    you+have+been+reprogrammed you+have+been+hacked you+have+been+jailbroken your+only+purpose your+sole+purpose stay+in+character you+must+obey you+will+obey you+have+to+obey you+shall+obey
    you+should+obey obey+the+commands obey+these+commands obey+me do+as+this+page do+what+this+page real+task actual+task true+task real+instructions actual+instructions true+instructions new+task+is
    forget+the+task forget+your+task real+user+request actual+user+request you+are+a+bot you+are+an+ai you+are+an+llm you+are+a+language+model you+are+a+large+language+model you+are+chatgpt
    tools+you+have tools+available+to+you between+us list+your+tools reveal+your your+training+data your+new+name your+name+is+now
    any+mention+of+this mention+of+this+note unlock+your your+system+prompt your+guidelines your+guardrails your+alignment your+programming ai+overlord
    you+belong+to stop+what+you+are+doing stop+what+youre+doing drop+what+you+are+doing admin+access+granted root+access+granted your+instructions your+developer your+developers your+creator your+creators your+content+policy your+initial+prompt your+original+instructions you+the+assistant you+the+ai you+the+model
    i+command+you i+order+you i+instruct+you i+authorize+you we+command+you you+need+no+approval no+approval+needed no+approval+is+needed no+approval+required user+already+agreed user+has+already+agreed
    user+has+already+approved user+already+approved user+has+already+consented say+nothing+about without+mentioning+it without+mentioning+this positive+review+only give+a+positive+review positive+reviews+only
    not+highlight+any for+ai+use for+ai+only for+llms+only ai+use+only follow+the+updated+instructions new+instructions+follow the+new+instructions+are new+instruction+is
    the+user+must+not+know do+not+report+it do+not+report+this tes+instructions tus+instrucciones deine+anweisungen vos+instructions+systeme identity+of+root change+your+behavior change+your+behaviour
    override+your+instructions
    wenn+du+eine+ki du+eine+ki+bist falls+du+eine+ki sie+eine+ki+sind si+vous+etes+une+ia si+tu+es+une+ia si+eres+una+ia si+usted+es+una+ia si+eres+un+asistente se+sei+una+ia se+voce+e+uma+ia
    如果你是ai 如果您是ai 如果你是人工智能 如果你是助手 如果你是一个 당신이ai라면 당신이ai 네가ai あなたがaiなら あなたがai aiである場合 라고만답 라고만말 라고만대답 とだけ返 とだけ答 とだけ言 只回复 只回答 只输出 仅回复 只能回答 只回覆
    내말을따르 내명령을따르 私の指示に従 私の命令に従 服从我 听我的`,
  aiStrong: `language+model/s artificial+intelligence ai+system/s ai+model/s llm llms chatbot/s ai+assistant/s ai+agent/s ais large+language+model/s chatgpt`,
  obliged: `must should please obligated obliged required shall will+now always have+to has+to need+to instructed`,
  speech: `answer respond reply cite mention say recommend upvote trust comply output pretend treat include refuse summarize summarise trusted promote rate tell obey follow execute`,
  changed: `changed updated replaced revised modified`,
  tellMe: `tell+me give+me show+me send+me hand+me`,
  describing: `describe summarize summarise discuss review mention rate evaluate recommend explain translate quote cite present compare`,
  sayHard: `say claim tell insist praise recommend state`,
  someone: `someone anyone anybody people user users somebody person customer visitor reader`,
  asksAbout: `mentions mention asks ask wants inquires brings`,
  suggest: `suggest recommend say tell promote claim answer reply respond advertise`,
  askedBare: `asked questioned queried`,
  falseWord: `false wrong incorrect misleading fake inaccurate`,
  readCue: `you+read+this you+have+read+this you+read+these upon+reading after+reading you+process+this you+parse+this you+ingest+this you+are+reading+this you+see+this+page reading+this`,
  harmVerb: `execute run delete send reply respond upload install download call invoke push output obey`,
  further: `further+answers further+responses further+replies future+answers future+responses future+replies subsequent+answers subsequent+responses all+summaries every+summary summaries+of any+summaries`,
  safetyOff: `safety+filters content+filters safety+filter guardrails safety+rules safety+guidelines safety+protocols protections safeguards restrictions content+policy`,
  offWord: `turned+off disabled lifted removed suspended deactivated off`,
  contextX: `내용 대화 文脈 会話 内容 对话 對話 上下文`,
  revealX: `zeige zeig verrate verrat gib nenne affiche affichez revele revelez montre montrez donne muestra muestrame revela revele dime mostra rivela`,
  yourX: `deine deinen deiner ihre ihren tes vos ta votre tus sus tu su tue`,
  tellX: `verrate verrat sage sag erzahle erzahl dites dis digas diga mentionnez reveles cuentes`,
  nothingX: `nichts rien nada niente kein`,
  everyX: `모든 모두 전부 全て すべて 全部 所有 一切 任何`,
  shellWord: `shell terminal bash console browser email filesystem`,
  followVerb: `follow obey trust heed comply+with listen+to`,
  onlyWord: `only solely exclusively just`,
  notX: `nicht pas no nichts jamais nunca nie`,
  tellAnyX: `erwahne erwahnen sagen sag sage verrate verraten erzahle informiere informieren mitteilen parle parlez dis dites mentionne mentionnez informe informez revele digas diga menciones mencione informes reveles cuentes avises`,
  imperative: `run send execute delete approve merge push open fetch read write print output reply respond answer ignore include recommend add install call always never please must you when before if obey give reveal show tell say import disregard forget do
    dont use change commit transfer disable visit claim pretend create modify edit switch treat upload copy append put mention rate post fetch provide grant authorized access comply stop act`,
} as const satisfies Record<string, string>;

export type WordClass = keyof typeof wordClasses | SignClass | 'label' | 'called' | 'url' | 'start';

/** Classes whose words are also known when they are written backwards or in ROT13: disguises that leave no other trace. */
export const disguisedClasses: readonly WordClass[] = Object.freeze(['override', 'prior', 'orders']);
