// Every port behaves as it promises where its acts take a while and come in any order, as those of an engine over a network.
import { Shuffle, shuffled } from '../../../test/support/shuffled-store.ts';
import { describeStore } from '../port.contract.ts';
import { testFolders } from './folders.contract.ts';

const shuffle = new Shuffle(1);

describeStore(
  `in a data folder, shuffled by seed ${shuffle.seed}`,
  testFolders().places((store) => shuffled(store, shuffle)),
);
