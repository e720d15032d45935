import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { BorderedList, CancelButton, Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { filesText } from '../place/sizes.ts'
import { TAKEN_CHOICES, type Taken, type TakenChoice } from './taken.ts'

/** Where the browser keeps what was chosen last. */
const KEPT_AS = 'uploads.taken'
/** Names that are listed. */
const MAX_LISTED = 100

const WORDS: Readonly<Record<TakenChoice, { title: string; hint: string }>> = {
  version: {
    title: 'Upload as new versions',
    hint: 'Earlier versions stay, and can be seen and restored by whoever sees the file.',
  },
  copy: { title: 'Keep both', hint: 'The new files get a number, such as "PPA (2).pdf".' },
  skip: { title: 'Skip them', hint: 'The other files are uploaded.' },
}

const Choices = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  '& label': { display: 'flex', alignItems: 'flex-start', gap: 10, padding: '6px 0', cursor: 'pointer' },
  '& input': {
    flex: 'none',
    width: 16,
    height: 16,
    margin: '2px 0 0',
    accentColor: theme.vars.palette.primary.main,
  },
  '& strong': { display: 'block', fontWeight: 500 },
  '& small': { ...theme.typography.caption, color: theme.vars.palette.ink3 },
}))

const Names = styled(BorderedList)({
  maxHeight: 150,
  '& > li': { minHeight: 32, padding: '4px 12px', overflowWrap: 'anywhere' },
})

/** The choice of last time; a person's browser may keep nothing. */
function lastChoice(): TakenChoice {
  try {
    const kept = localStorage.getItem(KEPT_AS)
    return TAKEN_CHOICES.find((choice) => choice === kept) ?? 'version'
  } catch {
    return 'version'
  }
}

function keep(choice: TakenChoice): void {
  try {
    localStorage.setItem(KEPT_AS, choice)
  } catch {
    // Then it is chosen anew with the next upload.
  }
}

interface TakenDialogProps {
  taken: Taken
  /** Null where the person would rather not upload. */
  onAnswer: (choice: TakenChoice | null) => void
}

/** Asks once for an upload what becomes of files whose names are taken; the choice of last time stands. */
export function TakenDialog({ taken: { target, paths, files }, onAnswer }: TakenDialogProps) {
  // What is staged is no version of what is published.
  const choices = TAKEN_CHOICES.filter((each) => each !== 'version' || !target.staged)
  const [choice, setChoice] = useState(() => choices.find((each) => each === lastChoice()) ?? 'copy')
  const answer = () => {
    keep(choice)
    onAnswer(choice)
  }
  const title = paths.length === 1 ? 'This name is taken' : 'These names are taken'
  return (
    <Dialog open onClose={() => onAnswer(null)} title={title} overline={target.parentName}>
      <DialogBody>
        <p style={{ margin: 0 }}>
          {paths.length === files
            ? `${filesText(files)} ${files === 1 ? 'has a name that is' : 'have names that are'} already here.`
            : `${formatNumber(paths.length)} of ${filesText(files)} ${paths.length === 1 ? 'has a name that is' : 'have names that are'} already here.`}
        </p>
        <Names aria-label="Names already in use" tabIndex={0}>
          {paths.slice(0, MAX_LISTED).map((path) => (
            <li key={path}>{path}</li>
          ))}
          {paths.length > MAX_LISTED && <li>and {formatNumber(paths.length - MAX_LISTED)} more</li>}
        </Names>
        <Choices role="radiogroup" aria-label="What to do with them">
          {choices.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="taken"
                value={each}
                checked={choice === each}
                onChange={() => setChoice(each)}
              />
              <span>
                <strong>{WORDS[each].title}</strong>
                <small>{WORDS[each].hint}</small>
              </span>
            </label>
          ))}
        </Choices>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <Button variant="contained" onClick={answer}>
          {choice === 'skip' && paths.length === files ? 'Skip' : 'Upload'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
