import { viteBundler } from '@vuepress/bundler-vite';
import { defaultTheme } from '@vuepress/theme-default';

export default {
  title: 'Brindle',
  description: 'A small queue',
  bundler: viteBundler(),
  theme: defaultTheme({ navbar: ['/guide', '/configuration'], sidebar: ['/overview', '/guide', '/configuration', '/recipes', '/korean'], docsRepo: 'https://brindle.example.com/repo' }),
};
