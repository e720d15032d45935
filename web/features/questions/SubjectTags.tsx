import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ComboBox, type ComboSearch, MiddleEllipsis, VisuallyHidden } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Named } from './entity.ts'

/** A quiet button among the facts of a question. */
export const addButton = (theme: Theme) => ({
  color: theme.vars.palette.accent.text,
  '& .MuiButton-icon': { color: 'inherit', marginRight: 4 },
})

const Tags = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 4,
  minWidth: 0,
  '& > ul': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 4,
    margin: 0,
    padding: 0,
    listStyle: 'none',
    maxWidth: '100%',
  },
  '& > button': { ...addButton(theme), marginLeft: -6 },
}))

const Tag = styled('li')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  maxWidth: '100%',
  height: 24,
  paddingLeft: 7,
  borderRadius: 4,
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  backgroundColor: theme.vars.palette.surface,
  ...theme.typography.caption,
  fontWeight: 500,
  color: theme.vars.palette.ink,
  '&:not(:has(button))': { paddingRight: 7 },
  '& > button': { width: 28, height: 28, margin: '-2px -2px', '& svg': { width: 12, height: 12 } },
}))

const All = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  marginLeft: -6,
  '& > button': addButton(theme),
}))

interface SubjectTagsProps {
  /** What each is: 'Category'. */
  noun: string
  chosen: readonly Named[]
  /** Finds what may be added. */
  search: ComboSearch
  onAdd: (named: Named) => void
  onRemove: (named: Named) => void
  /** Adds or removes all in one step (QA-33). */
  all?: { readonly count: number | null; readonly onAdd: () => void; readonly onRemove: () => void }
  readOnly: boolean
}

/** What a question is about: tags, each to be taken away, and a searching field for another one (QA-32). */
export function SubjectTags({ noun, chosen, search, onAdd, onRemove, all, readOnly }: SubjectTagsProps) {
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    if (wasAdding.current && !isAdding) opener.current?.focus()
    wasAdding.current = isAdding
  }, [isAdding])
  const has = new Set(chosen.map((each) => each.id))
  return (
    <Tags>
      {chosen.length > 0 && (
        <ul aria-label={noun}>
          {chosen.map((named) => (
            <Tag key={named.id}>
              <MiddleEllipsis text={named.name} />
              {!readOnly && (
                <IconButton aria-label={`Remove ${named.name}`} onClick={() => onRemove(named)}>
                  <IconX />
                </IconButton>
              )}
            </Tag>
          ))}
        </ul>
      )}
      {readOnly ? (
        chosen.length === 0 && <VisuallyHidden>{`No ${noun.toLowerCase()}`}</VisuallyHidden>
      ) : isAdding ? (
        <ComboBox
          id={id}
          label={noun}
          ariaLabel={`Add ${noun.toLowerCase()}`}
          placeholder={noun}
          value={[]}
          listWidth={280}
          autoFocus
          opensOnFocus
          search={async (text, signal) => (await search(text, signal)).filter(({ value }) => !has.has(value))}
          onChange={([option]) => {
            setAdding(false)
            if (option) onAdd({ id: option.value, name: option.label })
          }}
          onBlur={() => setAdding(false)}
        />
      ) : (
        <Button
          ref={opener}
          size="small"
          variant="text"
          startIcon={<IconPlus />}
          aria-label={`Add ${noun.toLowerCase()}`}
          onClick={() => setAdding(true)}
        >
          {noun}
        </Button>
      )}
      {!readOnly && all && (
        <All>
          <Button size="small" variant="text" onClick={all.onAdd}>
            {all.count === null ? 'Add all' : `Add all ${all.count}`}
          </Button>
          {chosen.length > 0 && (
            <Button size="small" variant="text" onClick={all.onRemove}>
              Remove all
            </Button>
          )}
        </All>
      )}
    </Tags>
  )
}
