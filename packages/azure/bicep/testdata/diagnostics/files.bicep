param name string
var absent = loadTextContent('modules/absent.txt')
//@ [5-11) warning no-unused-vars Variable "absent" is declared but never used.
//@ [30-50) error BCP091 An error occurred reading file. Could not find file '<folder>/modules/absent.txt'.
var folder = loadTextContent('modules')
//@ [5-11) warning no-unused-vars Variable "folder" is declared but never used.
//@ [30-39) error BCP275 Unable to open file at path "<folder>/modules". Found a directory instead.
var badJson = loadJsonContent('modules/types.bicep')
//@ [5-12) warning no-unused-vars Variable "badJson" is declared but never used.
//@ [31-52) error BCP186 Unable to parse literal JSON value. Please ensure that it is well-formed.
var badYaml = loadYamlContent('modules/broken.yaml')
//@ [5-12) warning no-unused-vars Variable "badYaml" is declared but never used.
//@ [31-52) error BCP340 Unable to parse literal YAML value. Please ensure that it is well-formed.
var badPath = loadJsonContent('modules/value.json', '.a.b[')
//@ [5-12) warning no-unused-vars Variable "badPath" is declared but never used.
//@ [53-60) error BCP235 Specified JSONPath does not exist in the given file or is invalid.
var noPath = loadJsonContent('modules/value.json', '.absent')
//@ [5-11) warning no-unused-vars Variable "noPath" is declared but never used.
//@ [52-61) error BCP235 Specified JSONPath does not exist in the given file or is invalid.
var encoded = loadTextContent('modules/utf16.txt', 'utf-8')
//@ [5-12) warning no-unused-vars Variable "encoded" is declared but never used.
//@ [52-59) info BCP185 Encoding mismatch. File was loaded with 'utf-16' encoding.
var wrongEncoding = loadTextContent('modules/value.json', 'utf-99')
//@ [5-18) warning no-unused-vars Variable "wrongEncoding" is declared but never used.
//@ [59-67) error BCP070 Argument of type "'utf-99'" is not assignable to parameter of type "'iso-8859-1' | 'us-ascii' | 'utf-16' | 'utf-16BE' | 'utf-8'".
var noFolder = loadDirectoryFileInfo('absent')
//@ [5-13) warning no-unused-vars Variable "noFolder" is declared but never used.
//@ [38-46) error BCP428 Directory "absent" does not exist or additional permissions are necessary to access it.
var fileAsFolder = loadDirectoryFileInfo('modules/value.json')
//@ [5-17) warning no-unused-vars Variable "fileAsFolder" is declared but never used.
//@ [42-62) error BCP430 Unable to open directory at path "modules/value.json". Found a file instead.
module empty '' = {
//@ [14-16) error BCP050 The specified path is empty.
  name: 'empty'
}
module star 'modules/*.bicep' = {
//@ [13-30) error BCP085 The specified file path contains one ore more invalid path characters. The following are not permitted: """, "*", ":", "<", ">", "?", "\", "|".
  name: 'star'
}
module dot 'modules/storage.' = {
//@ [12-30) error BCP086 The specified file path ends with an invalid character. The following are not permitted: " ", ".".
  name: 'dot'
}
module interpolated '${name}.bicep' = {
//@ [21-36) error BCP092 String interpolation is not supported in file paths.
  name: 'interpolated'
}
module backslash 'modules\\storage.bicep' = {
//@ [18-42) error BCP098 The specified file path contains a "\" character. Use "/" instead as the directory separator character.
  name: 'backslash'
}
module control 'modules/\tstorage.bicep' = {
//@ [16-41) error BCP111 The specified file path contains invalid control code characters.
  name: 'control'
}
module template 'modules/broken.json' = {
//@ [17-38) error BCP188 The referenced ARM template has errors. Please see https://aka.ms/arm-template for information on how to diagnose and fix the template.
  name: 'template'
}
module scheme 'http:storage' = {
//@ [15-29) error BCP189 The specified module reference scheme "http" is not recognized. Specify a path to a local module file or a module reference using one of the following schemes: "br", "ts"
  name: 'scheme'
}
module registry 'br:nothing' = {
//@ [17-29) error BCP193 The specified OCI artifact reference "br:nothing" is not valid. Specify a reference in the format of "br:<artifact-uri>:<tag>", or "br/<module-alias>:<module-name-or-path>:<tag>".
  name: 'registry'
}
module spec 'ts:nothing' = {
//@ [13-25) error BCP194 The specified Template Spec reference "ts:nothing" is not valid. Specify a reference in the format of "ts:<subscription-ID>/<resource-group-name>/<template-spec-name>:<version>", or "ts/<module-alias>:<template-spec-name>:<version>".
  name: 'spec'
}
module specAlias 'ts/nothing:a:1' = {
//@ [18-34) error BCP212 The Template Spec module alias name "nothing" does not exist in the built-in Bicep configuration.
  name: 'specAlias'
}
module directory 'modules' = {
//@ [18-27) error BCP275 Unable to open file at path "<folder>/modules". Found a directory instead.
  name: 'directory'
}
module circle 'modules/circle.bicep' = {
//@ [15-37) error BCP095 The file is involved in a cycle ("<folder>/files.bicep" -> "<folder>/modules/circle.bicep").
  name: 'circle'
}
