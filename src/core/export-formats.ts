// The forms in which stored pages are exported (C6).

export const exportFormats = ['markdown', 'jsonl', 'llms', 'llms-full'] as const;
export type ExportFormat = (typeof exportFormats)[number];
