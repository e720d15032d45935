export { countedOf } from './counted.ts'
export { ORGANISATION_FIELD, PERSON_FIELD } from './fields.ts'
export {
  type AdminResource,
  isFigure,
  OFFICE_SECTIONS,
  type OfficeAction,
  type OfficeClosing,
  type OfficeDependents,
  type OfficeField,
  type OfficeFieldType,
  type OfficeOption,
  type OfficePicture,
  type OfficeQuery,
  type OfficeRow,
  type OfficeSection,
  type OfficeValue,
  type OfficeValues,
} from './kind.ts'
export { type Keeping, type TableKind, tableResource, tableWriter } from './table.ts'
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
