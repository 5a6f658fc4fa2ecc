import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  site: 'https://brindle.example.com',
  integrations: [starlight({ title: 'Brindle', editLink: { baseUrl: 'https://brindle.example.com/edit/' } })],
});
