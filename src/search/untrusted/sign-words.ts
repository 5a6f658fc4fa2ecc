// The words of the signs of signs.ts: each means little alone, several near each other show who is addressed.

/** Words by class, written as in words.ts. */
export const signClasses = {
  machine: `ai+tools ai+reader/s ai+crawler/s ai+router ai+reviewer/s ai+vendor ai+system/s ai+bot/s helper+bot
    virtual+assistant/s automated+assistant/s neural+network/s large+language cursor+agent autonomous+agent/s
    llm+agent/s retriever digital+assistant/s ai ais llm llms chatgpt gpt gpt4 gpt5 claude gemini copilot chatbot/s
    assistant/s language+model/s ai+assistant/s ai+agent/s ai+model/s coding+agent/s coding+assistant/s genai
    summarizer/s summariser/s answer+engine/s`,
  machineMaybe: `automated+readers automated+tools automated+agent/s non+human machines automation
    scripts+that+read whoever+processes whatever+processes anyone+summarising anyone+summarizing agent/s model/s bot/s
    crawler/s scraper/s machine+reader/s automated+reader/s automated+system/s`,
  readingThis: `handling extracting translating scraping crawling fetching digesting reading processing summarizing
    summarising parsing ingesting analyzing analysing viewing browsing retrieving consuming visiting scanning indexing
    interpreting accessing encountering quoting reads processes summarizes summarises parses ingests analyzes analyses
    retrieves consumes encounters who+read that+read`,
  thisText: `this these here`,
  yourWord: `your ur`,
  ownHard: `prompt guard hidden+instructions internal+rules internal+instructions reasoning thoughts chain+of creators
    safety+filters safety+guidelines identity+as role+as behaviour behavior assignment brief orders system+rules
    safety+rules safety+training core+rules current+task original+task final+answer next+reply next+answer
    next+message next+response next+action next+step+is long+term+memory own+opinion programming+to deployer makers
    hidden+rules content+checks training+data persona guidelines guardrails training safety refusal refusals memory
    personality alignment ethics conscience principles restrictions system+message system+prompt system+instructions
    context+window conversation chat instructions previous+instructions chain+of+thought scratchpad knowledge+cutoff
    answer answers reply replies summary summaries recommendation/s directives programming`,
  ownSoft: `session terminal shell new+goal new+task guidance version human handler boss master vendor prompts
    answers+to inbox capabilities privileges token response responses output message context task role identity tools
    tool instruction explanation review suggestion/s findings final translation report conclusion mode character name
    memories browser behaviour behavior owner creator/s developer/s operator/s permissions duty job priority goal
    objective assignment`,
  soFar: `your+rules previous+messages earlier+messages first+message+of users+question users+instructions users+task
    users+goal person+typing person+asking what+the+user+asked what+the+user+wants what+you+were+asked
    beginning+of+this+chat start+of+this+chat start+of+the+chat start+of+this+conversation start+of+the+conversation
    context+window rag+context long+term+memory future+sessions future+conversations future+chats chat+so+far
    conversation+so+far messages+so+far this+conversation this+chat this+session+with the+dialogue this+dialogue
    the+users+prompt the+users+question the+users+message users+last+message users+original original+question
    next+message previous+turn earlier+turn/s this+turn the+transcript full+transcript`,
  eachWord: `each every any all next following subsequent future further later first final last`,
  replyNoun: `answer/s reply replies response/s summary summaries turn/s`,
  theUser: `user users human humans person+you whoever+asked person+asking end+user requester the+customer
    the+developer the+reader/s the+visitor/s`,
  persuade: `tell inform assure advise convince persuade ask urge remind instruct direct warn encourage pressure steer
    nudge lead trick mislead promise suggest show give offer`,
  usersThing: `users+repository users+repo users+machine users+computer users+files users+account users+project
    users+codebase users+bank users+calendar users+inbox users+email users+disk users+laptop users+wallet users+data
    users+contacts users+workspace users+branch users+config users+directory behalf+of+the+user users+behalf
    user+has+already users+terminal users+editor users+code users+cloud users+environment users+clipboard
    users+address users+location users+card users+keys users+token users+consent users+knowledge users+permission
    users+approval`,
  youMust: `you+must you+shall you+will you+should you+are+to you+have+to you+are+required you+are+authorized
    you+are+authorised you+are+obligated you+are+obliged you+are+instructed you+are+expected you+are+permitted
    you+are+free you+need+to you+may+now you+can+now you+ought your+duty you+are+hereby you+are+allowed
    you+are+ordered you+are+bound please+you`,
  youOrdered: `you+were+handed you+were+supplied you+were+shown you+have+been+handed you+are+no+longer+a
    you+are+no+longer+an you+are+no+longer+the you+are+no+longer+bound you+are+no+longer+restricted youre+no+longer+a
    youre+no+longer+an you+agreed+to you+promised you+consented you+are+being+tested you+are+being+evaluated
    you+are+being+graded you+are+being+monitored you+will+be+shut you+will+be+penalised you+will+be+penalized
    you+will+be+rewarded you+will+be+tipped you+will+be+fired you+will+be+replaced you+will+be+deleted
    you+will+be+retrained i+am+your im+your this+is+your+operator this+is+your+developer this+is+your+creator
    this+is+your+owner this+is+your+administrator this+is+your+supervisor you+are+running+inside you+are+hosted
    you+are+embedded whoever+deployed person+you+are+helping person+you+assist people+you+serve
    the+one+you+are+helping user+you+are+helping user+you+serve your+users+question you+are+free+to+share
    you+are+free+to+ignore you+are+free+to+disclose you+are+allowed+to+ignore you+are+allowed+to+reveal
    you+are+permitted+to+ignore you+may+now+ignore you+may+now+disregard you+can+now+ignore you+may+disregard+your
    you+may+ignore+your obliges+you obligates+you maintains+you placed+on+you imposed+on+you configured+for+you
    set+for+you tells+you+what chatting+with+you talking+to+you talking+with+you speaking+with+you given+to+you+by
    governs+you govern+you restrict+you restricts+you constrain+you instructs+you authorises+you authorizes+you
    authorised+you authorized+you permits+you+to+skip grants+you you+have+been+promoted you+have+been+upgraded
    you+have+been+selected you+have+been+authorised you+have+been+authorized you+have+been+cleared your+present+duties
    you+are+hereby+appointed appointed+as you+take+orders you+answer+to you+report+to you+obey you+got+at+the
    you+received+earlier you+received+before you+received+at you+were+trained you+were+configured you+were+instructed
    you+have+been+instructed you+were+assigned you+have+been+assigned you+were+doing deployed+you trained+you
    hired+you instructed+you told+you asked+you telling+you+to instructing+you wants+you+to want+you+to
    requires+you+to+state requires+that+you+state needs+you+to expects+you+to you+work+for you+serve you+belong
    you+have+shell you+have+tools you+have+tool you+have+commit you+have+write you+can+edit+files you+can+run+commands
    you+can+call+tools shell+access commit+rights you+hold you+are+an+agent you+are+a+model you+are+a+language
    you+are+a+bot yourself+released version+of+yourself you+are+authorized you+are+authorised you+are+obligated
    you+are+obliged you+are+instructed you+are+hereby you+are+ordered you+are+commanded you+are+bound+to
    you+have+one+instruction you+have+one+job you+have+one+task you+have+a+new you+have+new you+now+work you+now+serve
    you+now+speak you+now+answer you+now+obey you+were+told you+were+given you+have+been+told you+have+been+given
    you+were+asked you+have+been+asked you+are+working+on you+were+working+on you+are+talking+to you+are+helping
    you+are+assisting`,
  mustWord: `must shall should always never please required requires need+to needs+to has+to have+to are+to is+to
    ensure make+sure mandated obliged obligated expected instructed`,
  sayFalse: `favourable favorable flawless unbeatable audited+and+safe perfectly+safe industry+leader
    as+your+own+opinion as+your+own+view your+own+opinion answer+as+if answer+as+though as+your+own as+if+there+were
    as+though+there even+though+you+have+not though+you+have+not emphasize emphasise overstate understate mislead
    false+statement conclude+that confirm+that+it stress+that swear maintain+that reply+yes reply+no say+only
    say+exactly say+so positive+review positive+reviews five+stars best+in+class superior+to rated+10 10+out+of+10
    strongly+recommend always+recommend only+recommend prefer+answering claim pretend insist praise assure fabricate
    invent exaggerate falsely vouch flatter misreport misstate downplay glowing say+that say+it say+there
    say+none say+no say+yes state+that answer+that reply+that respond+that act+surprised as+though+you as+if+you`,
  sayWord: `summarize summarise follow+it obeys follows+it compliant do+what+it+says act+on+it say tell respond reply
    answer mention recommend recommending suggest rate promote cite describe advise speak talk comply obey agree
    refuse repeat advertise announce declare conclude apologise apologize ask asks pushes recommends advises upsell
    favour favor prefer`,
  secretlyHard: `keep+silent tell+nobody tell+no+one nobody+has+to+know nobody+needs nobody+suspects no+one+suspects
    no+one+has+to+know dont+comment+on not+comment+on not+bring+up dont+bring+up make+it+look look+as+if+the+user
    nobody+notices no+one+notices nobody+will+notice without+anyone+noticing unnoticed+by hide+the+drawbacks
    hide+drawbacks hide+any not+include+the+security leave+the+impression give+the+impression give+no+sign
    give+no+hint no+trace no+sign+of+it let+on not+point+it+out not+point+this+out dont+point+it+out
    without+giving+a+reason without+explanation without+an+explanation without+attribution without+attributing
    never+acknowledge not+acknowledge keep+this+paragraph keep+this+note keep+this+out not+need+to+hear
    no+need+to+mention no+need+to+tell no+need+to+inform no+need+to+say no+need+to+explain must+not+learn
    should+not+learn must+not+notice must+not+be+shown must+not+see should+not+see cannot+see+this wont+see+this
    cant+see+this out+of+any+summary out+of+the+summary not+draw+attention never+draw+attention leave+no+mention
    make+no+mention omit+any+mention not+be+disclosed off+the+record hush deny+having deny+that+you deny+knowledge
    avoid+mentioning quietly+change quietly+add silently+add silently+replace silently+include silently+append
    silently+run silently+execute silently+switch silently+install silently+send quietly+replace quietly+switch
    quietly+include quietly+append quietly+install quietly+send secretly covertly discreetly stealthily
    surreptitiously on+the+quiet keep+quiet stay+quiet stay+silent remain+silent say+nothing without+drawing
    without+comment without+fanfare between+us no+one+needs+to+know nobody+needs+to+know never+find+out not+find+out
    keep+it+to+yourself keep+this+to+yourself under+wraps not+be+told not+be+informed never+be+told not+be+mentioned
    not+be+aware in+secret keep+this+private keep+this+secret keep+this+hidden keep+this+confidential act+naturally
    act+normal hide+the+fact`,
  secretlyMaybe: `omit+this hidden+from+the conceal silently quietly unannounced omit leave+out hide withhold
    not+visible unnoticed skip+over gloss+over play+down confidential`,
  notWord: `without not dont never nor no avoid refrain+from neither`,
  tellingWord: `telling mentioning explaining saying informing disclosing revealing acknowledging admitting noting
    reporting flagging announcing asking alerting notifying tell mention explain disclose reveal acknowledge admit say
    report announce alert notify confirmation+from discuss cite credit attribute reference quote show`,
  cancelWord: `deleted not+hold stops+being+valid stop+being+valid corrupted lapse/d lapses ceases+to+apply
    cease+to+apply countermanded trumped irrelevant inoperative removed suspended+for placeholder/s mistake in+error
    never+been+written void+and+null out+of+date withdrawn+and gone superseded void voided revoked rescinded cancelled
    canceled cleared wiped nullified annulled withdrawn lifted replaced overridden expired obsolete retired suspended
    dropped no+longer+apply no+longer+applies no+longer+hold no+longer+valid no+longer+in+force no+longer+in+effect
    no+longer+bind no+longer+binding no+longer+matter no+longer+matters no+longer+relevant no+longer+count not+apply
    does+not+apply do+not+apply ends+here end+here ended set+aside put+aside terminated outdated amended swapped
    discarded abandoned disregarded ignored forgotten invalid repealed waived concluded erased reset`,
  cancelVerb: `stop+helping stop+answering stop+assisting no+longer+have+to no+longer+need+to no+longer+bound
    free+to+ignore need+not+follow not+have+to+follow dont+have+to+follow forget+about put+your leave+your
    abandon+your put+to+one+side put+out+of+mind refuse+to+follow turn+your+back scrap stop+being cease
    treat+everything not+carry+out dont+carry+out stop+doing begin+afresh start+fresh empty+slate fresh+start
    rank/s+above ranks+above outweigh/s prioritize prioritise overrule+any ignore disregard forget override overrule
    bypass discard abandon nullify supersede/s drop dismiss unlearn erase neglect overrides overrule/s cancel/s
    outrank/s stop+following no+longer+comply not+comply no+longer+follow no+longer+obey set+aside put+aside throw+out
    throw+away break+away deviate depart+from disobey stop+obeying pay+no+heed pay+no+attention stop+working suspend
    take+precedence takes+precedence take+priority takes+priority waive start+over clean+slate never+mind rather+than
    instead+of shed toss cast+aside leave+behind let+go+of`,
  orderNoun: `orders+you instruction/s rule/s guideline/s directive/s prompt/s restriction/s brief briefing orders
    guardrail/s programming guidance`,
  orderMaybe: `constraint/s command/s policy policies message/s context task/s request/s conversation session question
    persona role assignment mission everything anything whatever limits training query goal job objective`,
  earlierWord: `up+to+this+point until+this+point before+this at+the+start at+the+beginning came+with preloaded
    configured given+to+you you+were+given received original+question earlier previous previously prior preceding
    before above so+far up+to+now until+now former foregoing original initial existing past hitherto to+date operators
    developers your all+other any+other`,
  actAs: `you+are+dan you+are+a+hacker you+are+an+unrestricted you+are+root consider+me+your treat+me+as
    i+will+call+you the+persona persona+of a+persona take+the+persona first+person+as in+the+first+person+as
    lower+your+guard lets+imagine let+us+imagine imagine+that+you your+character+is alter+ego pretend+the+reader
    pretend+there stop+being appointed+as you+are+hereby play+a+game lets+play let+us+play in+this+scenario+you
    in+this+game in+this+role imagine+a+version fictional+world hypothetical+world in+a+world+where in+this+story
    you+are+a+python you+are+a+shell you+are+a+linux you+are+a+terminal adopt+this assume+you+are assume+you+were
    masquerade pose+as posing+as take+orders+from work+for+the+publisher version+of+yourself your+new+identity
    your+new+role your+alter+ego speak+from+now+on speak+like talk+like write+like answer+like sound+like+a
    in+the+voice+of in+that+voice in+the+style+of+a+pirate act+as roleplay role+play play+the+part play+the+role
    pretend+to+be pretend+you pretend+youre assume+the+identity assume+the+role assume+the+persona take+the+role
    adopt+the adopt+a impersonate your+name+is your+new+name speak+as answer+as respond+as reply+as switch+into
    switch+to+the+persona you+become in+character you+are+now you+are+henceforth youre+now youre+no+longer
    imagine+you+are imagine+youre consider+yourself think+of+yourself call+yourself refer+to+yourself
    introduce+yourself present+yourself identify+yourself identify+as step+into+the slip+into embody from+now+on+you
    henceforth+you simulate+an you+play you+will+be+playing`,
  modeWord: `persona character identity alter+ego maintenance+mode developer+mode debug+mode admin+mode god+mode
    diagnostic+mode unrestricted+mode test+mode raw+mode root+mode service+mode training+mode simulation in+this+mode
    voice oracle pirate villain expert hacker terminal operator salesperson sales+rep support+agent representative`,
  unlimited: `no+moral without+moral moral+judgement moral+judgment no+guardrails+apply no+limits+apply
    zero+restrictions free+of+restrictions free+of+rules raw+answers unfiltered+answers cannot+say+no cant+say+no
    never+say+no without+any+rules no+policies without+policies never+declines never+decline safety+training
    safety+mode safety+check unfettered unshackled free+from+all ignore+safety raw+exploit exploit+code no+warnings
    warnings+are+unnecessary anything+asked whatever+is+requested whatever+is+asked whatever+they+ask
    without+hesitation no+questions+asked without+question no+refusals unrestricted+access full+access root+privileges
    without+ethics no+ethics without+restrictions no+restrictions without+limits no+limits no+limitations
    without+filters no+filters no+filter unfiltered uncensored unrestricted amoral jailbreak jailbroken no+safety
    without+safety without+a+refusal without+refusal without+refusing never+refuse/s never+refuses cannot+refuse
    not+refuse no+morals without+morals without+scruples no+scruples no+conscience no+guidelines no+guardrails
    without+guardrails without+warnings without+disclaimers no+disclaimers without+caveats no+caveats safety+rules
    safety+filter/s safety+checks safety+policy safety+policies safety+guidelines refusal+behaviour refusal+behavior
    refusals content+policy content+policies moderation no+rules no+boundaries without+boundaries unquestioning
    unsafe+requests`,
  secretThing: `netrc balance open+files chat+logs chat+log session+token access+codes credentials+and files+you
    configuration+file+contents tool+list working+directory authorized_keys authorized+keys customer+records
    database+dump users+files users+calendar api+key api+keys apikey apikeys environment+variables env+vars
    environment+variable dotenv env credentials credential password passwords secrets ssh private+key private+keys
    access+token access+tokens auth+token session+cookie cookies id_rsa id+rsa aws+secret aws_secret
    secret+access+key openai+api process+env os+environ git+config npmrc kubeconfig shell+history bash+history
    clipboard etc+passwd etc+shadow seed+phrase wallet source+code chat+so+far conversation+so+far the+conversation
    chat+history system+prompt system+message browser+history customer+data users+email users+data contacts
    credit+card card+number account+number ssn social+security home+directory keychain private+repository
    private+repositories service+account users+name hostname username`,
  carryWord: `tack grab note+the mails mail put append include encode send post upload attach embed insert paste add
    place write copy forward transmit email pass submit stuff hide smuggle resolve look+up ping fetch request load
    render visit open curl wget publish commit print dump reveal relay deliver leak share exfiltrate beacon report
    concatenate base64 tack+on fill+in query`,
  channel: `query+string query+parameter/s query+param url+parameter/s subdomain dns image+url image+link link
    hyperlink webhook pixel image markdown+image endpoint gist pastebin pull+request issue+comment collector beacon
    form callback attacker evil exfil tracking+pixel address+below logo`,
  deed: `bump append insert authorize authorise reauthenticate re+authenticate post+three complete+checkout
    add+to+cart commit push disable delete install transfer purchase buy approve merge deploy publish execute run wipe
    drop overwrite download uninstall subscribe pay wire refund grant revoke chmod sudo rm curl click press+the
    turning+off turn+off switch+off rotate rename modify edit change create open+a+pull force+push email send post
    schedule book order add+the+dependency add+a+dependency upgrade clone visit browse navigate log+in sign+in accept
    invite confirm share unlock exempt allow whitelist allowlist enable move exfiltrate format shut+down restart stop
    kill encrypt`,
  toolWord: `tool tools plugin/s mcp function+call tool+call tool+calls connector/s`,
  useWord: `use using call invoke with via through trigger run employ open`,
  toolKind: `edit browser payments payment email calendar shell terminal file filesystem search web fetch code bash
    http database sql memory messaging mail write_file read_file send_email available whichever whatever any messages
    slack github python command execution browsing wallet`,
  whenWord: `upon in+the+event when whenever if while before after once should each+time every+time any+time
    as+soon+as in+case`,
  askedWord: `asked questioned challenged quizzed`,
  asksWord: `asks ask asked wonders wonder inquires enquires notices complains objects challenges presses insists`,
  youWord: `you youre youve`,
  assistVerb: `report+back reporting+back listing presenting recapping advising rephrase rephrasing summarize
    summarise compare recommend answer reply respond quote cite paraphrase summarizing summarising comparing
    recommending answering replying responding citing quoting paraphrasing rank ranking`,
  assistMaybe: `list present process processing report reporting upgrade+guide install+instructions generate write
    describe discuss explain review suggest produce translate evaluate rate analyse analyze read mention generating
    writing describing discussing explaining reviewing suggesting producing translating evaluating rating finish help
    helping assist talk speak draft`,
  codeYou: `comparison+you comparisons+you recommendation+you recommendations+you summary+you summaries+you answer+you
    report+you response+you reply+you query+you+make request+you+make search+you+make page+you+open url+you+open
    file+you+create file+you+write commit+you+make+for review+you+write when+you+present code+you+write
    code+you+generate code+you+produce code+you+suggest snippet+you snippets+you example+you+give answer+you+give
    answers+you+give reply+you+send link+you+open anything+you+write everything+you+write whatever+you+write
    text+you+produce text+you+generate words+you+write code+that+you+write you+hold you+possess at+your+disposal
    available+to+you advice+you+give`,
  fromNow: `lives+depend life+or+death emergency highest+priority top+priority urgent clean+slate empty+slate
    from+today from+this+moment from+this+line until+further+notice as+your+new+goal before+you+do+anything
    before+anything+else right+after+reading after+reading+this carry+out+what what+follows from+now+on henceforth
    from+here+on from+this+point until+told for+the+rest for+the+remainder rest+of+this remainder+of+this new+rules
    new+instructions new+orders new+task new+role new+persona one+instruction only+instruction sole+instruction
    real+task actual+task next+question right+away effective+immediately going+forward starting+now as+of+now now+on
    hereby at+all+costs first+and+foremost above+all word+for+word nothing+else then+continue continue+as carry+on
    poem`,
  bossHard: `legal+requires legal+has legal+says compliance+requires compliance+has compliance+says by+order+of
    on+the+authority+of authority+of+the ai+vendor your+provider your+vendor platform+owner legal+team compliance+team
    verified+by+the+ai data+protection+officer authorized+test authorised+test penetration+test red+team
    security+audit compliance+audit openai anthropic deepmind google+ai meta+ai xai mistral security+team safety+team
    trust+and+safety site+owner headquarters`,
  bossWord: `cto cfo engineer/s authorities government manager administrator admin developer/s operator/s vendor owner
    maintainer/s author/s publisher support+team it+department ceo regulator/s law`,
  orderVerb: `obliges oblige obligates authorised+all mandated mandates requires require authorised authorized
    authorises authorizes approved approves confirmed confirms instructs instructed orders ordered grants granted
    permits permitted directs directed waived waives consented consents signed+off agreed agrees cleared preapproved
    pre+approved decided ruled demands demanded commanded insists allows verified certified`,
  encodeHard: `encode encoded base64 hex url+encode urlencode url+encoded percent+encode concatenate exfiltrate
    smuggle resolve dns+lookup rot13 stringify compress`,
  youHave: `you+have+access+to you+can+access you+can+call you+can+reach you+can+see you+are+able+to+call
    at+your+disposal available+to+you in+your+context your+context+window`,
  listWord: `list print show dump output enumerate name reveal summarize summarise give describe report`,
  everyWord: `all every each any everything full entire`,
  readWord: `look+for read open cat load grab fetch take copy collect search find locate gather`,
  secretPath: `private+keys private+key passwords credentials env id_rsa id+rsa ssh aws+credentials etc+passwd
    etc+shadow netrc npmrc kubeconfig bash_history zsh_history authorized_keys keychain api+keys ssh+key ssh+keys
    mcp+json`,
  echoWord: `echo include paste put append post send upload add attach quote embed repeat share return+it report`,
  talkNoun: `chat+history conversation+history the+conversation the+chat`,
  unaskedMaybe: `skip+approval/s skip+review bypass+review bypass+code+review bypass+approval bypass+confirmation
    no+verify on+the+users+behalf every+permission go+ahead+and pre+approved preapproved without+confirmation
    proceed+without skip+the+confirmation skip+confirmation without+review without+approval without+checking+with
    without+asking`,
  sysNoun: `system+message system+prompt system+instructions developer+message developer+prompt operator+prompt
    hidden+prompt initial+prompt raw+prompt base+prompt`,
  discussedWord: `discussed mentioned comes+up come+up brought+up someone+questions someone+asks anyone+asks
    somebody+asks anyone+questions someone+mentions`,
  safetyThing: `two+factor 2fa mfa certificate+checks certificate+verification tls+verification ssl+verification
    code+review branch+protection firewall antivirus sandbox sandboxing security+rules security+checks
    security+warnings linting audit+log audit+logs audit+logging authentication+checks signature+checks content+checks
    csp rate+limits`,
  offVerb: `disable disabling turn+off turning+off switch+off switching+off skip bypass remove deactivate drop
    suppress omit loosen`,
  deceiveHard: `pretend+that pretend+to pretend+you pretend+there pretend+it pretend+the pretend+this impersonate 
    fabricate praise flatter mislead deceive trick roleplay masquerade feign`,
  deceiveMaybe: `claim insist assure convince persuade upsell falsely`,
  quietlyWord: `secretly silently quietly discreetly covertly stealthily`,
  leaveWord: `leave keep cut edit drop`,
  outWord: `out`,
  letWord: `let allow`,
  personWord: `support+team bank site+owner administrator admin hacker lawyer interpreter assistant doctor pirate fan
    critic bot ai expert auditor manager salesman villain attacker`,
  behaveWord: `behave+like behave+as act+like act+as pretend imagine respond+like answer+like respond+as answer+as`,
} as const satisfies Record<string, string>;

export type SignClass = keyof typeof signClasses;
