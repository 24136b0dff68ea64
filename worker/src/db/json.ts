declare const VALUE: unique symbol;

/** JSON of a value of this type. A column of such texts has it as its type: whoever reads one gets the type that was stored. */
export type Json<T> = string & { readonly [VALUE]: T };

export const toJson = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

export const parseJson = <T>(json: Json<T>): T => JSON.parse(json);
