// How processes on a data folder find each other.
import type { Neighbours } from '../../../store/port-neighbours.ts';
import { announceIn } from './announce.ts';
import { requestRoomIn, ringIn, serverIn } from './visitor.ts';

/** The neighbours on a folder; nothing is made before this process announces itself or asks for something. */
export function neighboursIn(folder: string): Neighbours {
  return {
    announce: () => announceIn(folder),
    server: async () => serverIn(folder),
    ring: async () => ringIn(folder),
    requestRoom: () => requestRoomIn(folder),
  };
}
