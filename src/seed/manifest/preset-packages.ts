// Which packages are documented by a preset: the official clients of the services that ship with docent, by ecosystem.
import type { Ecosystem } from './dependency.ts';

const packages: Readonly<Record<string, Partial<Record<Ecosystem, readonly string[]>>>> = Object.freeze({
  openai: {
    npm: ['openai'],
    pypi: ['openai'],
    go: ['github.com/openai/openai-go'],
    maven: ['com.openai:openai-java'],
  },
  anthropic: {
    npm: ['@anthropic-ai/sdk'],
    pypi: ['anthropic'],
    go: ['github.com/anthropics/anthropic-sdk-go'],
    maven: ['com.anthropic:anthropic-java'],
  },
  'google-gemini': {
    npm: ['@google/genai', '@google/generative-ai'],
    pypi: ['google-genai', 'google-generativeai'],
    go: ['google.golang.org/genai'],
    maven: ['com.google.genai:google-genai'],
  },
  stripe: {
    npm: ['stripe', '@stripe/stripe-js', '@stripe/react-stripe-js'],
    pypi: ['stripe'],
    go: ['github.com/stripe/stripe-go'],
    maven: ['com.stripe:stripe-java'],
  },
  'toss-payments': { npm: ['@tosspayments/tosspayments-sdk', '@tosspayments/payment-sdk'] },
  paypal: { npm: ['@paypal/paypal-js', '@paypal/react-paypal-js', '@paypal/paypal-server-sdk'] },
  auth0: {
    npm: ['auth0', '@auth0/auth0-react', '@auth0/auth0-spa-js', '@auth0/nextjs-auth0'],
    pypi: ['auth0-python'],
    go: ['github.com/auth0/go-auth0'],
    maven: ['com.auth0:auth0'],
  },
  clerk: { npm: ['@clerk/nextjs', '@clerk/clerk-react', '@clerk/backend', '@clerk/express', '@clerk/clerk-js'] },
  twilio: {
    npm: ['twilio'],
    pypi: ['twilio'],
    go: ['github.com/twilio/twilio-go'],
    maven: ['com.twilio.sdk:twilio'],
  },
  sendgrid: {
    npm: ['@sendgrid/mail', '@sendgrid/client'],
    pypi: ['sendgrid'],
    go: ['github.com/sendgrid/sendgrid-go'],
    maven: ['com.sendgrid:sendgrid-java'],
  },
  'aws-ses': { npm: ['@aws-sdk/client-ses', '@aws-sdk/client-sesv2'], cargo: ['aws-sdk-ses', 'aws-sdk-sesv2'] },
  pinecone: { npm: ['@pinecone-database/pinecone'], pypi: ['pinecone', 'pinecone-client'] },
  qdrant: {
    npm: ['@qdrant/js-client-rest'],
    pypi: ['qdrant-client'],
    cargo: ['qdrant-client'],
    go: ['github.com/qdrant/go-client'],
    maven: ['io.qdrant:client'],
  },
  weaviate: { npm: ['weaviate-client'], pypi: ['weaviate-client'], maven: ['io.weaviate:client'] },
});

const byPackage: ReadonlyMap<string, string> = new Map(
  Object.entries(packages).flatMap(([preset, lists]) =>
    Object.entries(lists).flatMap(([ecosystem, names]) =>
      names.map((name) => [`${ecosystem} ${name}`, preset] as const),
    ),
  ),
);

/** The presets that packages are known of. */
export const presetsOfPackages: readonly string[] = Object.keys(packages);

/** The preset that documents a package, if one does; a Go module counts whatever its major version. */
export function presetOf(ecosystem: Ecosystem, name: string): string | undefined {
  return byPackage.get(`${ecosystem} ${ecosystem === 'go' ? name.replace(/\/v\d+$/, '') : name}`);
}
