// What the doors need to look at providers and to change them, in one place that is loaded when it is asked for.
export { configPlace } from './config-file.ts';
export { checkProvider } from './provider-check.ts';
export { policiesIn } from './provider-file.ts';
export { findProvider, listProviders, showProvider, storedPages } from './providers.ts';
export { addSeeds, draftProvider, editProvider, removeProvider, saveDraft } from './providers-edit.ts';
