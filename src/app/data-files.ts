/** File name of the service database in the data folder. */
export const DATABASE_FILE = "needledrop.db";
