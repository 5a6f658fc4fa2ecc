// What would be removed when something is forgotten: counts, the first URLs, and where copies of it may lie.
import type { FC } from 'hono/jsx';
import type { ForgetOutlook } from '../../app/server/reads/forget-reads.ts';
import { counted } from '../../core/counted.ts';
import type { View } from './layout.tsx';
import { Crawled, Figures, number, UrlLink, When } from './parts.tsx';

/** The preview; nothing is removed by showing it. */
export const ForgetOutcome: FC<{ view: View; plan: ForgetOutlook | undefined }> = ({ view, plan }) =>
  plan === undefined ? (
    <p>Nothing is stored yet, so nothing would be removed.</p>
  ) : isForgotten(plan) ? (
    <>
      <p class="note good" role="status">
        Forgotten. Receipt {plan.receipt?.id}, <When at={plan.receipt?.at} />.
      </p>
      <OtherCopies plan={plan} />
    </>
  ) : (
    <>
      <Figures
        view={view}
        figures={[
          { name: 'URLs', value: number(plan.removed.urls) },
          { name: 'Pages', value: number(plan.removed.pages) },
          { name: 'Chunks', value: number(plan.removed.chunks) },
          { name: 'Earlier versions', value: number(plan.removed.versions) },
          { name: 'Links that lead there', value: number(plan.removed.links) },
          { name: 'Kept answers that name it', value: number(plan.mentions) },
        ]}
      />
      {plan.urls.length === 0 ? (
        <p class="soft">
          Nothing of <Crawled text={plan.what} /> is stored.
        </p>
      ) : (
        <details>
          <summary>
            {plan.removed.urls > plan.urls.length
              ? `The first ${plan.urls.length} of ${counted(plan.removed.urls, 'URL')}`
              : counted(plan.urls.length, 'URL')}
          </summary>
          <ul>
            {plan.urls.map((url) => (
              <li>
                <UrlLink view={view} url={url} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {plan.copies > 0 ? (
        <p>
          {counted(plan.copies, 'other URL')} with the same text: the next crawl may store one of them instead. Block or
          forget them too.
        </p>
      ) : null}
      <OtherCopies plan={plan} />
      {plan.receipt === undefined ? null : (
        <p class="soft">Forgotten before, with receipt {plan.receipt.id}; what is counted here came back since.</p>
      )}
    </>
  );

/** Whether it was removed, and nothing of it has come back. */
export function isForgotten(plan: ForgetOutlook | undefined): boolean {
  return plan?.receipt !== undefined && !plan.isStored;
}

const OtherCopies: FC<{ plan: ForgetOutlook }> = ({ plan }) =>
  plan.exports.length + plan.copiesOfData.length > 0 ? (
    <div class="note warn">
      <p>Copies that forgetting does not reach; delete or renew them yourself:</p>
      <ul>
        {[...plan.exports.map(({ out }) => out), ...plan.copiesOfData].map((path) => (
          <li>
            <code>
              <Crawled text={path} />
            </code>
          </li>
        ))}
      </ul>
    </div>
  ) : null;
