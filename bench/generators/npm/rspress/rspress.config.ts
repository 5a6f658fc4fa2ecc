import { defineConfig } from 'rspress/config';

export default defineConfig({
  root: 'docs',
  title: 'Brindle',
  outDir: 'dist',
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide' }],
    sidebar: { '/': [{ text: 'Overview', link: '/overview' }, { text: 'Guide', link: '/guide' }, { text: 'Configuration', link: '/configuration' }] },
    socialLinks: [],
  },
});
