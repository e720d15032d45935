export { countedOf } from './counted.ts'
export { ORGANISATION_FIELD, PERSON_FIELD } from './fields.ts'
export {
  isFigure,
  OFFICE_SECTIONS,
  type OfficeAction,
  type OfficeClosing,
  type OfficeDependents,
  type OfficeField,
  type OfficeFieldType,
  type OfficeKind,
  type OfficeOption,
  type OfficePicture,
  type OfficeQuery,
  type OfficeRow,
  type OfficeSection,
  type OfficeValue,
  type OfficeValues,
} from './kind.ts'
export { type Keeping, keptIn, type TableKind, tableKind } from './table.ts'
export {
  checkedValues,
  choiceIn,
  flagIn,
  isSameValue,
  numberIn,
  onlyChanged,
  optionsOf,
  requiredIn,
  severalIn,
  textIn,
} from './values.ts'
