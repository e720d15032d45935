-- works with: 0188
alter table document_tree validate constraint document_tree_usual_level;
