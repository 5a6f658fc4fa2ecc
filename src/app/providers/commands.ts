// What the doors need to look at providers and to change them, in one place that is loaded when it is asked for.

export { addSeeds } from './add-seeds.ts';
export { checkProvider, policiesIn } from './check.ts';
export { configPlace } from './config-file.ts';
export { checkDraft, draftProvider, editProvider, removeProvider, saveDraft } from './edit.ts';
export { findProvider, listProviders, showProvider, storedPages } from './providers.ts';
