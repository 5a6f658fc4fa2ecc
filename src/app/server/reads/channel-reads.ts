// Reads of where documentation comes from, and when it is refreshed.
import { type Channels, readChannels } from '../../channel/channels.ts';
import { readSchedule, type ScheduleRow } from '../../watch/schedule.ts';
import type { ReadPlace } from './read-place.ts';

export const channelReads = {
  /** What was decided last for each provider; nothing is requested. */
  channels: (place: ReadPlace, _: object): Promise<Channels> => readChannels(place),
  /** When each provider runs next, the next first. */
  schedule: (place: ReadPlace, _: object): Promise<readonly ScheduleRow[]> => readSchedule(place),
};
