import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Form,
  Loading,
  SkeletonLines,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import {
  DeleteProjectsDocument,
  ProjectRemovalDocument,
  type ProjectRemovalQuery,
  type ProjectRemovalQueryVariables,
} from './operations.generated.ts'

export type ProjectChoice = ProjectRemovalQueryVariables['of']
type Removal = ProjectRemovalQuery['projectRemoval']

interface DeleteProjectsProps {
  orgSlug: string
  of: ProjectChoice
  onClose: () => void
  onDeleted: (count: number) => unknown
}

/** Asks before projects are deleted, for their name or number, and says what holds them (BO-03, BO-05). */
export function DeleteProjects({ orgSlug, of, onClose, onDeleted }: DeleteProjectsProps) {
  // Read anew with each opening: what holds them may have changed.
  const { data, error } = useReading(ProjectRemovalDocument, { orgSlug, of }, { fetchPolicy: 'no-cache' })
  const removal = data?.projectRemoval
  const remove = useAction(DeleteProjectsDocument)
  const form = useForm({ defaultValues: { typed: '' } })
  const title =
    removal && removal.count !== 1 ? `Delete ${formatCount(removal.count, 'project')}` : 'Delete project'
  const confirm = async () => {
    const count = removal?.count ?? 0
    const { data: done, problem } = await remove.attempt({ orgSlug, of, count })
    if (problem) return problem
    await onDeleted(done?.deleteProjects.count ?? count)
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title={title} busy={remove.busy}>
      <Form form={form} onSubmit={confirm} label={title}>
        <DialogBody>
          {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
          {!removal && !error && <Loading active skeleton={<SkeletonLines count={3} />} />}
          {removal && <What removal={removal} />}
          {removal && removal.problem === null && removal.count > 0 && (
            <TextField
              name="typed"
              label={`Type ${wordFor(removal)} to delete`}
              autoFocus
              autoComplete="off"
              rules={{
                validate: (typed: string) =>
                  typed.trim() === wordFor(removal) || `Please type ${wordFor(removal)}.`,
              }}
            />
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose} disabled={remove.busy}>
            Cancel
          </Button>
          {removal && removal.problem === null && removal.count > 0 && (
            <SubmitButton danger>{title}</SubmitButton>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** A project is named, several are counted. */
const wordFor = ({ count, names }: Removal): string => (count === 1 ? (names[0] ?? '') : formatNumber(count))

function What({ removal: { count, names, portfolios, problem } }: { removal: Removal }) {
  if (problem !== null) return <p>{problem}</p>
  if (count === 0) return <p>There are no projects to delete.</p>
  const more = count - names.length
  const rooms = portfolios.map(({ name }) => name).join(', ')
  return (
    <>
      <p>
        {names.join(', ')}
        {more > 0 && ` and ${formatNumber(more)} more`}
      </p>
      <p>
        {portfolios.length === 0
          ? `${count === 1 ? 'It is' : 'They are'} in no deal room.`
          : `${count === 1 ? 'It leaves' : 'They leave'} ${formatCount(portfolios.length, 'deal room')}: ${rooms}.`}{' '}
        Checklists, questions, sums and exports don’t show {count === 1 ? 'it' : 'them'} any more.
      </p>
    </>
  )
}
