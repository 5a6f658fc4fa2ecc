import { Footer, Layout, Navbar } from 'nextra-theme-docs';
import { Head } from 'nextra/components';
import { getPageMap } from 'nextra/page-map';

export const metadata = { title: { default: 'Brindle', template: '%s – Brindle' } };

export default async function RootLayout({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head />
      <body>
        <Layout
          navbar={<Navbar logo={<b>Brindle</b>} projectLink="https://brindle.example.com" />}
          pageMap={await getPageMap()}
          docsRepositoryBase="https://brindle.example.com/repo"
          footer={<Footer>MIT licence, the Brindle authors.</Footer>}
        >
          {children}
        </Layout>
      </body>
    </html>
  );
}
