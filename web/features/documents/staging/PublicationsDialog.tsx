import Button from '@mui/material/Button'
import { formatCount } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { BorderedList, Dialog, DialogBody, DialogFoot, EmptyState, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import {
  CancelPublicationDocument,
  PublicationsDocument,
  type PublicationsQuery,
} from './operations.generated.ts'

type Publication = PublicationsQuery['publications']['items'][number]

const Entry = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& strong': { display: 'block', fontWeight: 500 },
  '& small': { ...theme.typography.caption, display: 'block', color: theme.vars.palette.ink3 },
  '& small[data-failed]': { color: theme.vars.palette.danger.text },
}))

/** Publications that are listed. */
const MAX_LISTED = 200

const stateOf = ({ at, publishedAt, by, count }: Publication): string =>
  `${publishedAt === null ? 'Due' : 'Published'} ${formatDateTime(at)} · ${formatCount(count, 'entry', 'entries')} · ${by}`

/** What was published, and what is to be, which can be taken back (STAGE-06). */
export function PublicationsDialog({ onClose }: { onClose: () => void }) {
  const { tree } = usePlace()
  const toast = useToast()
  const { data, refetch } = useReading(PublicationsDocument, {
    treeId: tree.id,
    limit: MAX_LISTED,
    offset: 0,
  })
  const cancelling = useAction(CancelPublicationDocument, {
    refresh: refetch,
    onOutcome: ({ problem }) => {
      if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
    },
  })
  const found = data?.publications.items ?? []
  return (
    <Dialog open onClose={onClose} title="Publications" overline={tree.name}>
      <DialogBody>
        {data && found.length === 0 && <EmptyState title="Nothing has been published together yet." />}
        {found.length > 0 && (
          <BorderedList aria-label="Publications">
            {found.map((each) => (
              <Entry key={each.id}>
                <div>
                  <strong>{each.title}</strong>
                  {each.note !== null && <small>{each.note}</small>}
                  <small>{stateOf(each)}</small>
                  {each.problem !== null && (
                    <small data-failed="">{`Nothing was published. ${each.problem}`}</small>
                  )}
                </div>
                {each.publishedAt === null && each.problem === null && (
                  <Button
                    size="small"
                    variant="outlined"
                    disabled={cancelling.busy}
                    onClick={() => void cancelling.act({ id: each.id })}
                  >
                    Take back
                  </Button>
                )}
              </Entry>
            ))}
          </BorderedList>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
