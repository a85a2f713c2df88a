/** The group of a clause, which also selects it. */
export const subjectOfClause = ({ id }: { id: string }) => id.slice(0, id.indexOf('.'))
