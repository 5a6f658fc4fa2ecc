// Every parameter that is dropped, spelled out: a slip in the list would split pages, or join them.
import { describe, expect, it } from 'vitest';
import { keptQuery, trackingParams } from './query.ts';

const names = (
  'ref ref_src ref_url referrer trk trkcampaign cmpid s_cid s_kwcid spm scm ' +
  'gclid gclsrc dclid gbraid wbraid srsltid _ga _gl _gac _openstat yclid ymclid ' +
  'fbclid igsh igshid msclkid twclid ttclid li_fat_id epik rdt_cid scclid irclickid ' +
  'mc_cid mc_eid mkt_tok vero_id vero_conv oly_anon_id oly_enc_id wickedid rb_clickid ' +
  '_hsenc _hsmi __hstc __hssc __hsfp hsctatracking ml_subscriber ml_subscriber_hash'
).split(' ');
const prefixes = ['utm_', 'mtm_', 'pk_', 'matomo_', 'hsa_'];

describe('keptQuery', () => {
  it.each([...names, ...prefixes.map((prefix) => `${prefix}x`)])('U3: %s is tracking, in any case', (name) => {
    expect(keptQuery(`${name}=1&id=2&${name.toUpperCase()}=3`, 'tracking')).toBe('id=2');
    expect(keptQuery(`${name}s2=1`, 'tracking')).toBe(
      prefixes.some((prefix) => name.startsWith(prefix)) ? '' : `${name}s2=1`,
    );
  });

  it('U3: the list holds these and no others', () => {
    expect([...trackingParams.names].sort()).toEqual(names.sort());
    expect([...trackingParams.prefixes]).toEqual(prefixes);
  });
});
