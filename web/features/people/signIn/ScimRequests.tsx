import { BorderedList, Chip, Disclosure, RelativeTime } from '../../../ui/index.ts'
import type { Provisioned } from './connection.ts'

/** The last 200 requests of a directory, the newest first (SCIM-18). */
export function ScimRequests({ name, requests }: { name: string; requests: Provisioned['scimRequests'] }) {
  if (requests.length === 0) return <p>The directory has asked for nothing yet.</p>
  return (
    <Disclosure summary={`Last requests (${requests.length})`}>
      <BorderedList aria-label={`Requests of the directory of ${name}`}>
        {requests.map(({ at, method, path, status, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be alike in all they say
          <li key={place}>
            <div>
              <code>
                {method} {path}
              </code>
              {reason && <small>{reason}</small>}
            </div>
            <span>
              <Chip tone={status < 400 ? 'success' : 'danger'}>{status}</Chip> <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </BorderedList>
    </Disclosure>
  )
}
