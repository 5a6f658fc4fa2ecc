// Places that look like folders and hold no files: what a kernel tells of itself, and its devices.
import { type Stats, statfsSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** File systems of Linux whose files are made as they are read, by the number that `statfs` has for them. */
const MADE_WHEN_READ: ReadonlyMap<number, string> = new Map([
  [0x9fa0, 'proc'],
  [0x9fa1, 'openprom'],
  [0x9fa2, 'usbdevice'],
  [0x1cd1, 'devpts'],
  [0x27e0eb, 'cgroup'],
  [0x63677270, 'cgroup2'],
  [0x62656572, 'sysfs'],
  [0x62656570, 'configfs'],
  [0x64626720, 'debugfs'],
  [0x74726163, 'tracefs'],
  [0x73636673, 'securityfs'],
  [0xf97cff8c, 'selinuxfs'],
  [0x43415d53, 'smackfs'],
  [0x5a3c69f0, 'apparmorfs'],
  [0xcafe4a11, 'bpf'],
  [0x6165676c, 'pstore'],
  [0xde5e81e4, 'efivarfs'],
  [0x65735543, 'fusectl'],
  [0x42494e4d, 'binfmt_misc'],
  [0x19800202, 'mqueue'],
  [0x67596969, 'rpc_pipefs'],
  [0x6e667364, 'nfsd'],
  [0x7655821, 'resctrl'],
  [0xabba1974, 'xenfs'],
  [0x6e736673, 'nsfs'],
]);

/** What kind of place a real path lies in where nothing of it is a file to read; undefined for what is. */
export function specialPlace(path: string): string | undefined {
  if (process.platform === 'linux') {
    const kind = MADE_WHEN_READ.get(statfsSync(path).type >>> 0);
    if (kind !== undefined) return kind;
  }
  return isOfDevices(path) ? 'dev' : undefined;
}

/** `/dev` is often a file system of a common type: it is known by its device, or by its name where it has none of its own. */
function isOfDevices(path: string): boolean {
  const devices = deviceOf('/dev');
  if (devices === undefined || deviceOf(path) !== devices) return false;
  return devices !== deviceOf('/') || path === '/dev' || path.startsWith(`${sep}dev${sep}`);
}

function deviceOf(path: string): Stats['dev'] | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev;
}
