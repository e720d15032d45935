import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DOCUMENT_LEVELS, type DocumentLevel, type GivenLevel } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import {
  type Mark,
  markOpacityProblem,
  markPatternProblem,
  markProblems,
  markSizeProblem,
  markZoneProblem,
} from '../../../../shared/markRules.ts'
import { problemOf } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  CheckField,
  Dialog,
  DialogBody,
  DialogFoot,
  FieldPairs,
  Form,
  Loading,
  NumberField,
  numberIn,
  SelectField,
  SkeletonLines,
  Stack,
  SubmitButton,
  TextArea,
  TextField,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { rootIdOf } from '../place/address.ts'
import { usePlace } from '../place/place.ts'
import { MarkPreviewDocument, TreeMarkDocument, UpdateTreeMarkDocument } from './operations.generated.ts'
import { UsualLevel } from './UsualLevel.tsx'
import { type Principal, WordsForGroups, wordsField } from './WordsForGroups.tsx'

const TITLE = 'Viewing and marks'
/** Milliseconds after the last change until the preview is asked for (MARK-21). */
const PAUSE = 300

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 260px',
  columnGap: 24,
  rowGap: 16,
  alignItems: 'start',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: '1fr' },
}))

const Sample = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  // Beside all of the fields, and in view whichever of them is changed; on a phone below those that it shows.
  gridColumn: 2,
  gridRow: '1 / span 2',
  position: 'sticky',
  top: 0,
  [theme.breakpoints.down('md')]: { gridColumn: 1, gridRow: 'auto', position: 'static', maxWidth: 260 },
  aspectRatio: '600 / 776',
  border: `1px solid ${theme.vars.palette.line}`,
  // As paper is, in the dark as well.
  backgroundColor: theme.vars.palette.common.white,
}))

const POSITIONS: readonly { value: Mark['position']; label: string }[] = [
  { value: 'TILED', label: 'All over the page' },
  { value: 'DIAGONAL', label: 'Once across the page' },
  { value: 'TOP', label: 'At the upper edge' },
  { value: 'BOTTOM', label: 'At the lower edge' },
]

const FIELDS = {
  usualLevel: {
    label: 'Usual level',
    words: (value: unknown) =>
      DOCUMENT_LEVELS.flatMap((level) => (level === value ? LEVEL_NAMES[level] : []))[0],
  },
  pattern: 'What the mark says',
  position: {
    label: 'Position',
    words: (value: unknown) => POSITIONS.find((position) => position.value === value)?.label,
  },
  opacity: 'Opacity',
  size: 'Size',
  zone: 'Time zone',
  originals: 'Mark originals, too',
  measureReading: 'Measure how long pages are in view',
  restrictPdf: 'Ask readers of PDFs to refuse changes and copying',
}

interface Values extends Omit<Mark, 'opacity' | 'size' | 'position'> {
  usualLevel: GivenLevel
  measureReading: boolean
  position: string
  opacity: string
  size: string
  /** Whether a principal is given words. */
  [words: `words_${string}`]: boolean
}

/** How a room is viewed, as the server has it. */
interface Viewing {
  usualLevel: DocumentLevel
  mark: Mark
  measureReading: boolean
  textPrincipalIds: readonly string[]
}

const valuesOf = (
  {
    usualLevel,
    measureReading,
    textPrincipalIds,
    mark: { pattern, position, opacity, size, zone, originals, restrictPdf },
  }: Viewing,
  principals: readonly Principal[],
): Values => ({
  ...Object.fromEntries(principals.map(({ id }) => [wordsField(id), textPrincipalIds.includes(id)])),
  usualLevel: givenLevel(usualLevel),
  measureReading,
  pattern,
  position,
  opacity: String(opacity),
  size: String(size),
  zone,
  originals,
  restrictPdf,
})
/** It is never No access (VIEW-03). */
const givenLevel = (level: DocumentLevel): GivenLevel => (level === 'NONE' ? 'ORIGINAL' : level)
const markOf = ({ position, opacity, size, pattern, zone, originals, restrictPdf }: Values): Mark => ({
  pattern,
  zone,
  originals,
  restrictPdf,
  position: POSITIONS.find(({ value }) => value === position)?.value ?? 'TILED',
  opacity: numberIn(opacity) ?? Number.NaN,
  size: numberIn(size) ?? Number.NaN,
})

/** How a room is viewed and its pages are marked, with a preview (MARK-21). */
export function MarkDialog({ onClose }: { onClose: () => void }) {
  const { tree } = usePlace()
  const { data, error } = useReading(
    TreeMarkDocument,
    { treeId: tree.id, rootId: rootIdOf(tree.id) },
    { fetchPolicy: 'no-cache' },
  )
  const viewing = data?.documentTree?.viewing
  return (
    <Dialog open onClose={onClose} title={TITLE} overline={tree.name} size="medium">
      {data && viewing ? (
        <MarkForm
          viewing={viewing}
          principals={data.documentPermissions.permissions.map(({ principal }) => principal)}
          onClose={onClose}
        />
      ) : (
        <DialogBody>
          {error ? (
            <Alert tone="danger">{error.message}</Alert>
          ) : (
            <Loading active skeleton={<SkeletonLines count={6} />} />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

interface MarkFormProps {
  viewing: Viewing & { revision: number }
  principals: readonly Principal[]
  onClose: () => void
}

function MarkForm({ viewing, principals, onClose }: MarkFormProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const update = useAction(UpdateTreeMarkDocument)
  const form = useForm<Values>({ defaultValues: valuesOf(viewing, principals) })
  const fields = {
    ...FIELDS,
    ...Object.fromEntries(
      principals.map(({ id, name }) => [
        wordsField(id),
        { label: `Words for ${name}`, words: (value: unknown) => (value === true ? 'Yes' : 'No') },
      ]),
    ),
  }
  const conflict = useConflict({ form, revision: viewing.revision, fields })
  const save = async (values: Values) => {
    const { data, problem } = await update.attempt({
      treeId: tree.id,
      usualLevel: values.usualLevel,
      mark: markOf(values),
      measureReading: values.measureReading,
      textPrincipalIds: principals.flatMap(({ id }) => (values[wordsField(id)] ? [id] : [])),
      revision: conflict.revision(),
    })
    if (problem?.conflict?.of === 'treeViewing') {
      const { revision: newest, newer } = problem.conflict
      return conflict.mergeNewer({ revision: newest, values: valuesOf(newer, principals) })
    }
    if (problem) return problem
    const refused = problemOf(data?.updateTreeViewing.errors ?? [])
    if (refused) return refused
    toast.success('Pages are viewed and marked so from now on.')
    onClose()
    return undefined
  }
  return (
    <Form form={form} conflict={conflict} onSubmit={save} label={TITLE}>
      <DialogBody>
        <Columns>
          <Stack>
            <UsualLevel saved={givenLevel(viewing.usualLevel)} />
            <TextArea
              name="pattern"
              label="What the mark says"
              helper="1 to 3 lines, with {name}, {email}, {company}, {group}, {room}, {date}, {time}, {address}, {document} and {page}. A code that leads to the reader follows."
              lines={2}
              rules={{ validate: (text: string) => markPatternProblem(text) ?? true }}
            />
            <SelectField name="position" label="Position" options={POSITIONS} />
            <FieldPairs>
              <NumberField
                name="opacity"
                label="Opacity"
                unit="%"
                rules={{
                  validate: (text: string) => markOpacityProblem(numberIn(text) ?? Number.NaN) ?? true,
                }}
              />
              <NumberField
                name="size"
                label="Size"
                unit="pt"
                rules={{ validate: (text: string) => markSizeProblem(numberIn(text) ?? Number.NaN) ?? true }}
              />
            </FieldPairs>
            <TextField
              name="zone"
              label="Time zone"
              helper="Of date and time, such as Europe/Berlin."
              autoComplete="off"
              rules={{ validate: (text: string) => markZoneProblem(text) ?? true }}
            />
          </Stack>
          <Preview values={useWatch({ control: form.control }) as Values} />
          <Stack>
            <CheckField name="originals" label="Mark originals, too" />
            <CheckField
              name="measureReading"
              label="Measure how long pages are in view"
              helper="Readers are told."
            />
            <CheckField
              name="restrictPdf"
              label="Ask readers of PDFs to refuse changes and copying"
              helper="Readers of PDFs may ignore this."
            />
            {principals.length > 0 && <WordsForGroups principals={principals} />}
          </Stack>
        </Columns>
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <SubmitButton>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** A page with the viewer's own mark, as it would be; that of before stays while something is wrong. */
function Preview({ values }: { values: Values }) {
  const { tree } = usePlace()
  const client = useApolloClient()
  const [shown, setShown] = useState<{ image: string; lines: readonly string[] }>()
  const mark = JSON.stringify(markOf(values))
  useEffect(() => {
    const wanted = JSON.parse(mark) as Mark
    if (Object.values(markProblems(wanted)).some((problem) => problem !== null)) return
    let left = false
    const timer = setTimeout(() => {
      client
        .query({
          query: MarkPreviewDocument,
          variables: { treeId: tree.id, mark: wanted },
          fetchPolicy: 'no-cache',
        })
        .then(
          ({ data }) => !left && data && setShown(data.markPreview),
          // The mark can be saved without a preview.
          () => {},
        )
    }, PAUSE)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [client, tree.id, mark])
  return (
    <Sample
      src={shown ? `data:image/png;base64,${shown.image}` : undefined}
      alt={shown ? `A page with your mark: ${shown.lines.join(', ')}` : 'A page with your mark'}
    />
  )
}
