import { CheckField } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Groups = styled('fieldset')(({ theme }) => ({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, ...theme.typography.h4 },
  '& > p': { ...theme.typography.caption, margin: '0 0 8px', color: theme.vars.palette.ink3 },
}))
/** As many as there are: an edge says that there are more. */
const GroupChoices = styled('div')(({ theme }) => ({
  display: 'grid',
  maxHeight: 220,
  overflowY: 'auto',
  padding: '8px 12px',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 6,
}))

export interface Principal {
  id: string
  name: string
}

/** Where the form has whether a principal is given words. */
export const wordsField = (id: string): `words_${string}` => `words_${id}`

/** The groups or roles whose members are given the words of pages, for assistive technology (MARK-21). */
export function WordsForGroups({ principals }: { principals: readonly Principal[] }) {
  return (
    <Groups>
      <legend>Words for assistive technology</legend>
      <p>
        Whoever may only view gets pictures of pages without words. Screen readers of members of these get the
        words, too.
      </p>
      <GroupChoices>
        {principals.map(({ id, name }) => (
          <CheckField key={id} name={wordsField(id)} label={name} />
        ))}
      </GroupChoices>
    </Groups>
  )
}
