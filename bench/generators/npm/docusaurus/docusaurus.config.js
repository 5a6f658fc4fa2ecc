import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

export default {
  title: 'Brindle',
  url: 'https://brindle.example.com',
  baseUrl: '/',
  onBrokenLinks: 'ignore',
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', remarkPlugins: [remarkMath], rehypePlugins: [rehypeKatex] },
        blog: { showReadingTime: true },
      },
    ],
  ],
  themeConfig: {
    navbar: { title: 'Brindle', items: [{ to: '/guide', label: 'Guide' }, { to: '/blog', label: 'Blog' }] },
    footer: { links: [{ title: 'More', items: [{ label: 'Blog', to: '/blog' }] }], copyright: 'Copyright The Brindle authors' },
  },
};
