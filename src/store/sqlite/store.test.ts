// A data folder keeps the promises of every port.
import { describeStore } from '../port.contract.ts';
import { testFolders } from './folders.contract.ts';

describeStore('in a data folder', testFolders().places());
