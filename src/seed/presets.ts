// The fifteen provider policies that ship with docent.
import { type Provider, readProviders } from './provider.ts';

const CONTEXT7 = 'Context7 first; this policy is the fallback';

/** What differs from one preset to the next; the rest is the same for all of them, below. */
const policies = [
  {
    provider_id: 'openai',
    name: 'OpenAI',
    category: 'AI/LLM',
    seed_urls: ['https://platform.openai.com/docs'],
    allowed_path_patterns: ['/docs/**'],
    blocked_path_patterns: ['/docs/changelog/**', '/docs/deprecations/**'],
    custom_selectors: { content: 'article.docs-content', remove: ['.sidebar', '.nav-header', '.feedback-widget'] },
    max_pages: 200,
  },
  {
    provider_id: 'anthropic',
    name: 'Anthropic',
    category: 'AI/LLM',
    seed_urls: ['https://docs.anthropic.com/en/docs'],
    allowed_path_patterns: ['/en/docs/**'],
    blocked_path_patterns: ['/en/docs/about-claude/models-overview/**'],
    custom_selectors: { content: 'article.prose', remove: ['.sidebar', '.header-nav', '.toc'] },
    max_pages: 150,
  },
  {
    provider_id: 'google-gemini',
    name: 'Google Gemini',
    category: 'AI/LLM',
    seed_urls: ['https://ai.google.dev/gemini-api/docs'],
    allowed_path_patterns: ['/gemini-api/docs/**'],
    blocked_path_patterns: ['/gemini-api/docs/changelog/**'],
    custom_selectors: {
      content: 'article.devsite-article-body',
      remove: ['.devsite-nav', '.devsite-toc', '.devsite-banner'],
    },
    max_pages: 200,
    request_delay_ms: 2000,
  },
  {
    provider_id: 'stripe',
    name: 'Stripe',
    category: 'Payments',
    seed_urls: ['https://docs.stripe.com/api'],
    allowed_path_patterns: ['/api/**', '/payments/**', '/connect/**'],
    blocked_path_patterns: ['/changelog/**', '/upgrades/**', '/cli/**'],
    custom_selectors: { content: 'article.content', remove: ['.sidebar', '.feedback', '.method-list-group'] },
    max_depth: 4,
    max_pages: 300,
  },
  {
    provider_id: 'toss-payments',
    name: 'Toss Payments',
    category: 'Payments',
    aliases: ['토스페이먼츠'],
    seed_urls: ['https://docs.tosspayments.com/reference'],
    allowed_path_patterns: ['/reference/**', '/guides/**'],
    blocked_path_patterns: ['/reference/release-notes/**'],
    custom_selectors: { content: '.docs-content', remove: ['.sidebar', '.toc', '.gnb'] },
    max_pages: 150,
    channel: 'crawl',
    note: 'crawled directly: not in Context7',
  },
  {
    provider_id: 'paypal',
    name: 'PayPal',
    category: 'Payments',
    seed_urls: ['https://developer.paypal.com/docs/api/overview'],
    allowed_path_patterns: ['/docs/api/**', '/docs/checkout/**'],
    blocked_path_patterns: ['/docs/api/release-notes/**', '/docs/archive/**'],
    custom_selectors: { content: '.contentColumn', remove: ['.leftNav', '.feedback-section', '.breadcrumb'] },
    max_pages: 200,
    request_delay_ms: 2000,
  },
  {
    provider_id: 'auth0',
    name: 'Auth0',
    category: 'Authentication',
    seed_urls: ['https://auth0.com/docs'],
    allowed_path_patterns: ['/docs/**'],
    blocked_path_patterns: ['/docs/videos/**', '/docs/quickstarts/**'],
    custom_selectors: { content: 'article.content-area', remove: ['.sidebar', '.breadcrumbs', '.edit-page'] },
    max_pages: 200,
  },
  {
    provider_id: 'firebase-auth',
    name: 'Firebase Auth',
    category: 'Authentication',
    seed_urls: ['https://firebase.google.com/docs/auth'],
    allowed_path_patterns: ['/docs/auth/**'],
    blocked_path_patterns: ['/docs/auth/release-notes/**'],
    custom_selectors: {
      content: 'article.devsite-article-body',
      remove: ['.devsite-nav', '.devsite-toc', '.devsite-banner'],
    },
    max_pages: 150,
    request_delay_ms: 2000,
  },
  {
    provider_id: 'clerk',
    name: 'Clerk',
    category: 'Authentication',
    seed_urls: ['https://clerk.com/docs'],
    allowed_path_patterns: ['/docs/**'],
    blocked_path_patterns: ['/docs/changelog/**', '/docs/upgrade-guides/**'],
    custom_selectors: { content: 'main article', remove: ['.sidebar', '.toc', '.breadcrumb'] },
    max_pages: 150,
  },
  {
    provider_id: 'twilio',
    name: 'Twilio',
    category: 'Messaging/Email',
    seed_urls: ['https://www.twilio.com/docs/messaging'],
    allowed_path_patterns: ['/docs/messaging/**', '/docs/sms/**', '/docs/voice/**'],
    blocked_path_patterns: ['/docs/messaging/changelog/**', '/docs/tutorials/**'],
    custom_selectors: { content: 'article.css-0', remove: ['.sidebar', '.breadcrumb', '.feedback'] },
    max_pages: 200,
  },
  {
    provider_id: 'sendgrid',
    name: 'SendGrid',
    category: 'Messaging/Email',
    seed_urls: ['https://docs.sendgrid.com/for-developers'],
    allowed_path_patterns: ['/for-developers/**'],
    blocked_path_patterns: ['/for-developers/release-notes/**'],
    custom_selectors: { content: 'main.content', remove: ['.sidebar', '.toc', '.breadcrumb'] },
    max_pages: 150,
  },
  {
    provider_id: 'aws-ses',
    name: 'AWS SES',
    category: 'Messaging/Email',
    seed_urls: ['https://docs.aws.amazon.com/ses/latest/dg'],
    allowed_path_patterns: ['/ses/latest/dg/**', '/ses/latest/APIReference/**'],
    blocked_path_patterns: ['/ses/latest/dg/release-notes/**'],
    custom_selectors: { content: '#main-content', remove: ['#left-nav', '.breadcrumb', '#feedback'] },
    max_pages: 200,
    request_delay_ms: 2000,
    channel: 'crawl-unless-context7',
    note: 'crawled directly until Context7 has it',
  },
  {
    provider_id: 'pinecone',
    name: 'Pinecone',
    category: 'Vector DB',
    seed_urls: ['https://docs.pinecone.io/guides'],
    allowed_path_patterns: ['/guides/**', '/reference/**'],
    blocked_path_patterns: ['/guides/release-notes/**'],
    custom_selectors: { content: 'article.rm-Article', remove: ['.sidebar', '.rm-TableOfContents', '.rm-Feedback'] },
    max_pages: 150,
  },
  {
    provider_id: 'qdrant',
    name: 'Qdrant',
    category: 'Vector DB',
    seed_urls: ['https://qdrant.tech/documentation'],
    allowed_path_patterns: ['/documentation/**'],
    blocked_path_patterns: ['/documentation/changelog/**'],
    custom_selectors: { content: '.docs-content', remove: ['.sidebar', '.toc', '.breadcrumb'] },
    max_pages: 150,
  },
  {
    provider_id: 'weaviate',
    name: 'Weaviate',
    category: 'Vector DB',
    seed_urls: ['https://weaviate.io/developers/weaviate'],
    allowed_path_patterns: ['/developers/weaviate/**'],
    blocked_path_patterns: ['/developers/weaviate/release-notes/**'],
    custom_selectors: { content: 'article.docs-content', remove: ['.sidebar', '.toc', '.breadcrumb', '.pagination'] },
    max_pages: 150,
  },
];

const common = {
  ...{ robots_dialect: 'intel', image_label: '이미지', channel: 'context7-first', forbidden: 'remove' },
  note: CONTEXT7,
};

/** The presets, read by the same rules as a user's own policies. */
export const presets: readonly Provider[] = readPresets();

function readPresets(): readonly Provider[] {
  const problems: string[] = [];
  const providers = readProviders(
    policies.map((policy) => ({ ...common, ...policy })),
    () => 'the presets',
    problems,
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Object.freeze(providers);
}
