var text = loadTextContent('data.txt')
var json = loadJsonContent('data.json', '$.list[?(@.on)].name')
var yaml = loadYamlContent('data.yaml')
var bytes = loadFileAsBase64('data.txt')
var files = loadDirectoryFileInfo('.', '*.txt')
output all array = [text, json, yaml.a.b, bytes, files, loadJsonContent('data.json').list[0].name]
