// The thread that does long work.
import { serveTasks } from '../serve-tasks.ts';
import { works } from './works.ts';

serveTasks(works);
