import Button from '@mui/material/Button'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  listedWords,
  NOTHING_SOUGHT,
  REDACTION_REASONS,
  reasonProblem,
  soughtProblem,
} from '../../../../shared/redactions.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Actions,
  Alert,
  CancelButton,
  CheckField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SelectField,
  SubmitButton,
  TextArea,
  TextField,
  useFileChooser,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type FileRef, usePlace } from '../place/place.ts'
import { documentsText } from '../place/sizes.ts'
import { FoundMarks } from './FoundMarks.tsx'
import {
  FindRedactionMarksDocument,
  ReadRedactionWordsDocument,
  type SearchedForMarksFragment,
} from './operations.generated.ts'

const Group = styled('fieldset')(({ theme }) => ({
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 2, ...theme.typography.body1, fontWeight: 500 },
}))

/** What is looked for besides words. */
const PATTERNS = [
  ['EMAIL', 'E-mail addresses'],
  ['PHONE', 'Phone numbers'],
  ['AMOUNT', 'Sums of money'],
] as const

const OTHER = 'OTHER'
const REASONS = [
  ...REDACTION_REASONS.map((reason) => ({ value: reason, label: reason })),
  { value: OTHER, label: 'Another reason' },
]

interface FindMarksDialogProps {
  documents: readonly FileRef[]
  /** Their folder, where all of it may be chosen in their place. */
  folder?: FileRef | undefined
  /** Told when a search has begun to add areas, and at its end. */
  onFound?: (() => void) | undefined
  onClose: () => void
}

/** Asks what is to be redacted in files and below folders, then shows what is found (REDACT-07 to REDACT-09). */
export function FindMarksDialog({ documents, folder, onFound, onClose }: FindMarksDialogProps) {
  const [search, setSearch] = useState<SearchedForMarksFragment | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find text to redact"
      overline={documents.length === 1 ? documents[0]?.name : documentsText(documents)}
      size="medium"
      busy={busy}
    >
      {search ? (
        <FoundMarks first={search} onFound={onFound} onClose={onClose} />
      ) : (
        <Question documents={documents} folder={folder} onBusy={setBusy} onSearch={setSearch} />
      )}
    </Dialog>
  )
}

/** Where it is looked for: in what was chosen, or in all of its folder. */
type Where = 'CHOSEN' | 'FOLDER'

interface FindValues {
  where: Where
  words: string
  EMAIL: boolean
  PHONE: boolean
  AMOUNT: boolean
  reason: string
  ownReason: string
}

const NOTHING_ASKED: FindValues = {
  where: 'CHOSEN',
  words: '',
  EMAIL: false,
  PHONE: false,
  AMOUNT: false,
  reason: REDACTION_REASONS[0],
  ownReason: '',
}

const patternsOf = (asked: FindValues) => PATTERNS.flatMap(([pattern]) => (asked[pattern] ? [pattern] : []))

interface QuestionProps {
  documents: readonly FileRef[]
  folder: FileRef | undefined
  onBusy: (busy: boolean) => void
  onSearch: (search: SearchedForMarksFragment) => void
}

function Question({ documents, folder, onBusy, onSearch }: QuestionProps) {
  const { tree } = usePlace()
  const form = useForm<FindValues>({ defaultValues: NOTHING_ASKED })
  const [reason, text] = useWatch({ control: form.control, name: ['reason', 'words'] })
  const find = useAction(FindRedactionMarksDocument, { context: CHANGES_NOTHING })
  const sheet = useAction(ReadRedactionWordsDocument, { context: CHANGES_NOTHING })
  const takeFile = async (file: File) => {
    const { data } = await sheet.attempt({ treeId: tree.id, file })
    if (!data) return
    // What is there already stays.
    const all = listedWords([form.getValues('words'), ...data.readRedactionWords.words].join('\n'))
    form.setValue('words', all.join('\n'), { shouldDirty: true, shouldValidate: true })
  }
  const { choose, input } = useFileChooser({
    label: 'List of names',
    accept: '.xlsx,.csv',
    onFiles: ([file]) => file && void takeFile(file),
  })
  const count = listedWords(text).length
  return (
    <Form
      form={form}
      onSubmit={async (asked) => {
        onBusy(true)
        const { data, refusal } = await find.attempt({
          treeId: tree.id,
          documentIds: folder && asked.where === 'FOLDER' ? [folder.id] : documents.map(({ id }) => id),
          words: listedWords(asked.words),
          patterns: patternsOf(asked),
          reason: asked.reason === OTHER ? asked.ownReason : asked.reason,
        })
        onBusy(false)
        if (data) onSearch(data.findRedactionMarks.search)
        return refusal
      }}
    >
      <DialogBody>
        {sheet.problem && <Alert tone="danger">{sheet.problem.message}</Alert>}
        {folder && (
          <SelectField
            name="where"
            label="Find in"
            options={[
              { value: 'CHOSEN', label: 'This file' },
              { value: 'FOLDER', label: `All files in ${folder.name}` },
            ]}
          />
        )}
        <TextArea
          name="words"
          label="Words or names"
          lines={6}
          autoFocus
          autoComplete="off"
          helper={
            count > 1
              ? `${count} words or names, one in each line`
              : 'One in each line. Whole words are found, in capitals or not, and across a line’s end.'
          }
          rules={{
            validate: (typed: string) => {
              const words = listedWords(typed)
              if (words.length === 0 && patternsOf(form.getValues()).length === 0) return NOTHING_SOUGHT
              return soughtProblem(words) ?? true
            },
          }}
        />
        <Actions>
          <Button
            variant="outlined"
            startIcon={<IconFileImport />}
            disabled={sheet.busy}
            onClick={() => choose()}
          >
            Choose file...
          </Button>
          <span>The first column of an .xlsx or .csv</span>
          {input}
        </Actions>
        <Group>
          <legend>Find as well</legend>
          {PATTERNS.map(([pattern, label]) => (
            <CheckField key={pattern} name={pattern} label={label} />
          ))}
        </Group>
        <SelectField name="reason" label="Reason" options={REASONS} />
        {reason === OTHER && (
          <TextField
            name="ownReason"
            label="Your reason"
            autoComplete="off"
            rules={{ validate: (own: string) => reasonProblem(own) ?? true }}
          />
        )}
        <p style={{ margin: 0 }}>
          What is found is added to drafts. A draft changes nothing for anybody until it is applied.
        </p>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <SubmitButton>Find</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
