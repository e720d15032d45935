import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { BorderedList, CancelButton, Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { filesText } from '../place/sizes.ts'
import { TAKEN_CHOICES, type Taken, type TakenAnswer, type TakenChoice } from './taken.ts'

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

const STAGED_HINT = 'Who reads here sees the files as they are until you publish the new versions.'

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
  onAnswer: (answer: TakenAnswer | null) => void
}

/** Asks once for an upload what becomes of files whose names are taken; the choice of last time stands. */
export function TakenDialog({ taken: { target, paths, files }, onAnswer }: TakenDialogProps) {
  const [choice, setChoice] = useState(lastChoice)
  const answer = (staged: boolean) => {
    keep(choice)
    onAnswer({ choice, staged })
  }
  const isNothing = choice === 'skip' && paths.length === files
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
          {TAKEN_CHOICES.map((each) => (
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
                <small>{each === 'version' && target.staged ? STAGED_HINT : WORDS[each].hint}</small>
              </span>
            </label>
          ))}
        </Choices>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        {!target.staged && !isNothing && (
          <Button variant="outlined" onClick={() => answer(true)}>
            Stage
          </Button>
        )}
        <Button variant="contained" onClick={() => answer(target.staged ?? false)}>
          {isNothing ? 'Skip' : target.staged ? 'Stage' : 'Publish now'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
