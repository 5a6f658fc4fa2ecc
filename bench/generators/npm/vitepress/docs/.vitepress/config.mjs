export default {
  title: 'Brindle',
  description: 'A small queue',
  markdown: { math: true },
  ignoreDeadLinks: true,
  lastUpdated: false,
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide' }],
    sidebar: [{ text: 'Manual', items: [{ text: 'Overview', link: '/overview' }, { text: 'Guide', link: '/guide' }, { text: 'Configuration', link: '/configuration' }, { text: 'Recipes', link: '/recipes' }] }],
    editLink: { pattern: 'https://brindle.example.com/edit/:path' },
    footer: { message: 'Released under the MIT licence.' },
  },
};
