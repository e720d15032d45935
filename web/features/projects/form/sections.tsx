import { fieldsOf, type SectionKey } from '../../../../shared/project/sections.ts'
import { FieldPairs } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { ValueField } from './ValueField.tsx'

/** Fields two to a line. */
const Fields = styled(FieldPairs)(({ theme }) => ({
  '&[data-three]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('lg')]: { '&, &[data-three]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

const Heading = styled('h3')(({ theme }) => ({ margin: '6px 0 -6px', ...theme.typography.h4 }))

/** The values of a section, those with a heading of their own below it. */
export function ValuesSection({ section }: { section: SectionKey }) {
  const parts = Map.groupBy(fieldsOf(section), ({ heading }) => heading)
  return [...parts].map(([heading, fields]) => [
    heading && <Heading key={`${heading} heading`}>{heading}</Heading>,
    <Fields key={heading ?? section} data-three={heading && fields.length === 3 ? '' : undefined}>
      {fields.map((field) => (
        <ValueField key={field.path} name={field.path} field={field} />
      ))}
    </Fields>,
  ])
}
