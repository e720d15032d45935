import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { numberedName } from '../../../shared/numberedNames.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Dialog,
  DialogBody,
  DialogFoot,
  FileGlyph,
  FolderGlyph,
  MiddleEllipsis,
  PlainList,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type NamedDocument, nameOf, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import { QuestionDocumentsDocument } from './operations.generated.ts'
import { addButton } from './SubjectTags.tsx'

const Links = styled(PlainList)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  minWidth: 0,
  '& > li': { display: 'flex', alignItems: 'center', minHeight: 28, minWidth: 0 },
  '& > li > a': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    color: theme.vars.palette.accent.text,
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline' },
  },
  '& > li > button': { flex: 'none', width: 28, height: 28, '& svg': { width: 14, height: 14 } },
  [theme.breakpoints.down('md')]: {
    '& > li': { minHeight: 44 },
    '& > li > button': { width: 44, height: 44 },
  },
}))

const Add = styled('div')(({ theme }) => ({ '& > button': { ...addButton(theme), marginLeft: -6 } }))

interface DocumentLinksProps {
  question: Question
  /** Of its answer, or of the question itself. */
  ofAnswer: boolean
  mayChange: boolean
}

/** The documents that a question or its answer names, as far as the person sees them (QA-50). */
export function DocumentLinks({ question, ofAnswer, mayChange }: DocumentLinksProps) {
  const { documents, actions } = useOpenLog()
  const [isPicking, setPicking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data } = useReading(QuestionDocumentsDocument, { questionId: question.id })
  const named = data?.question?.[ofAnswer ? 'answerDocuments' : 'documents']
  const whose = ofAnswer ? `the answer to ${nameOf(question).toLowerCase()}` : nameOf(question).toLowerCase()
  const picks = mayChange && documents.picker !== null
  if (!named || (named.length === 0 && !picks)) return null
  const set = async (ids: readonly string[]) => {
    setBusy(true)
    await actions.setDocuments(question, ofAnswer, ids)
    setBusy(false)
  }
  return (
    <div>
      {named.length > 0 && (
        <Links aria-label={`Documents of ${whose}`}>
          {named.map((document) => (
            <li key={document.id}>
              <Link to={documents.addressOf(document)}>
                <Glyph document={document} />
                <MiddleEllipsis text={numberedName(document)} />
              </Link>
              {mayChange && (
                <IconButton
                  aria-label={`Remove ${document.name}`}
                  disabled={isBusy}
                  onClick={() => void set(named.flatMap(({ id }) => (id === document.id ? [] : id)))}
                >
                  <IconX />
                </IconButton>
              )}
            </li>
          ))}
        </Links>
      )}
      {picks && (
        <Add>
          <Button
            size="small"
            variant="text"
            startIcon={<IconPlus />}
            aria-label={`Add document to ${whose}`}
            onClick={() => setPicking(true)}
          >
            Document
          </Button>
        </Add>
      )}
      {isPicking && (
        <Dialog open onClose={() => setPicking(false)} title="Add documents" overline={sentence(whose)}>
          <DialogBody>
            <p style={{ margin: 0 }}>
              Each opens for those of its readers who may see it; others learn nothing of it.
            </p>
            {documents.picker?.({
              chosen: new Set(named.map(({ id }) => id)),
              onPick: ({ id }) => {
                if (!isBusy) void set([...named.map((each) => each.id), id])
              },
            })}
          </DialogBody>
          <DialogFoot>
            <Button variant="contained" onClick={() => setPicking(false)}>
              Done
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </div>
  )
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const Glyph = ({ document: { name, fileType } }: { document: NamedDocument }) =>
  fileType === 'FOLDER' ? <FolderGlyph /> : <FileGlyph name={name} />
