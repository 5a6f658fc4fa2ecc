// The thread that reads.
import { serveTasks } from '../serve-tasks.ts';
import { reads } from './reads.ts';

serveTasks(reads);
