import { VisuallyHidden } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Removed = styled('del')(({ theme }) => ({
  padding: '0 2px',
  color: theme.vars.palette.danger.text,
  backgroundColor: theme.vars.palette.danger.tint,
  textDecoration: 'line-through',
}))

const Added = styled('ins')(({ theme }) => ({
  padding: '0 2px',
  fontWeight: 600,
  color: theme.vars.palette.success.text,
  backgroundColor: theme.vars.palette.success.tint,
  textDecoration: 'underline',
}))

/** Words that were removed: struck, and said to be to whoever hears them. */
export const RemovedWords = ({ words }: { words: string }) => (
  <Removed>
    <VisuallyHidden>removed: </VisuallyHidden>
    {words}
  </Removed>
)

/** Words that were added: underlined and strong. */
export const AddedWords = ({ words }: { words: string }) => (
  <Added>
    <VisuallyHidden>added: </VisuallyHidden>
    {words}
  </Added>
)
